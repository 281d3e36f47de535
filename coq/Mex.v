(** Grundy values are least excluded numbers.

    [Game.grundy_value] defines the Grundy value of x as the size of a Nim pile that makes the sum with x a loss for the
    player to move. Textbooks define the Grundy value as the mex of the values of the options: the least number that is
    not the value of an option. This file proves that the two definitions agree (Sprague 1935, Grundy 1939). *)
From Coq Require Import NArith List Lia.
From Sprague Require Import Game Lists.
Import ListNotations.
Local Open Scope N_scope.

Scheme losing_cases := Minimality for losing Sort Prop
  with winning_cases := Minimality for winning Sort Prop.

(** No position is both losing and winning for the player to move. *)
Lemma losing_not_winning {X} (move : X -> X -> Prop) (last_loses : X -> Prop) x :
  losing move last_loses x -> ~ winning move last_loses x.
Proof.
  intro H. refine (losing_cases X move last_loses (fun x => ~ winning move last_loses x)
    (fun x => ~ losing move last_loses x) _ _ _ x H); clear x H.
  - intros x _ IH free W. inversion W as [? y M L|? St La]; subst; [exact (IH y M L)|exact (free St La)].
  - intros x y M _ IH L. inversion L as [? all _]; subst. exact (IH (all y M)).
  - intros x St La L. inversion L as [? _ free]; subst. exact (free St La).
Qed.

(** For every list of numbers there is a least number that is not in the list. *)
Lemma least_excluded (l : list N) : exists v, ~ In v l /\ forall w, w < v -> In w l.
Proof.
  assert (H : forall n : nat, (forall w, w < N.of_nat n -> In w l) \/ exists v, ~ In v l /\ forall w, w < v -> In w l).
  { induction n as [|n [IH|IH]]; [left; intros w Hw; lia| |auto].
    destruct (in_dec N.eq_dec (N.of_nat n) l) as [I|I]; [left|right; eauto].
    intros w Hw. destruct (N.eq_dec w (N.of_nat n)) as [->|]; [auto|]. apply IH. lia. }
  destruct (H (S (length l))) as [A|A]; [exfalso|exact A].
  assert (L : (length (map N.of_nat (seq 0 (S (length l)))) <= length l)%nat).
  { apply NoDup_incl_length.
    - apply FinFun.Injective_map_NoDup; [intros a b; apply Nnat.Nat2N.inj|apply seq_NoDup].
    - intros w I. apply in_map_iff in I as (k & <- & I). apply in_seq in I. apply A. lia. }
  rewrite len_map, len_seq in L. lia.
Qed.

Section Mex.
  Context {X : Type} (move : X -> X -> Prop).

  (** v is the least number that is not the value of an option of x. *)
  Definition is_mex (x : X) (v : N) : Prop :=
    (forall w, w < v -> exists y, move x y /\ grundy_value move y w) /\
    (forall y, move x y -> ~ grundy_value move y v).

  Lemma value_is_mex x v : grundy_value move x v -> is_mex x v.
  Proof.
    intro H. assert (all : forall p, beside_nim move (x, v) p -> winning (beside_nim move) (fun _ => False) p).
    { inversion H; subst; auto. }
    split.
    - intros w L. assert (W : winning (beside_nim move) (fun _ => False) (x, w)) by (apply all; right; auto).
      inversion W as [? [y u] [[M E]|[E Lu]] Lo|? _ []]; subst; cbn in *; subst.
      + eauto.
      + exfalso. apply (losing_not_winning _ _ _ Lo). apply all. right. cbn. split; [auto|lia].
    - intros y M Hy. apply (losing_not_winning _ _ _ Hy). apply all. left. auto.
  Qed.

  (** A position has at most one Grundy value. *)
  Theorem value_unique x v w : grundy_value move x v -> grundy_value move x w -> v = w.
  Proof.
    assert (less : forall v w, grundy_value move x v -> grundy_value move x w -> ~ w < v).
    { intros v' w' Hv Hw L. apply (losing_not_winning _ _ _ Hv). apply (Winning _ _ _ (x, w')); [right; auto|exact Hw]. }
    intros Hv Hw. destruct (N.lt_trichotomy v w) as [L|[E|L]]; [|exact E|]; exfalso; [exact (less w v Hw Hv L)|exact (less v w Hv Hw L)].
  Qed.

  (** If all options have Grundy values, the Grundy value of x is their mex. *)
  Theorem grundy_mex x v : (forall y, move x y -> exists u, grundy_value move y u) -> (grundy_value move x v <-> is_mex x v).
  Proof.
    intro valued. split; [apply value_is_mex|]. intros [below other]. constructor; [|intros _ []].
    intros [y u] [[M E]|[E L]]; cbn in *; subst.
    - destruct (valued y M) as [u Hu]. destruct (N.lt_trichotomy u v) as [L|[->|L]].
      + apply (Winning _ _ _ (y, u)); [right; auto|exact Hu].
      + exfalso. exact (other y M Hu).
      + destruct (proj1 (value_is_mex y u Hu) v L) as (z & Mz & Hz).
        apply (Winning _ _ _ (z, v)); [left; auto|exact Hz].
    - destruct (below u L) as (z & Mz & Hz). apply (Winning _ _ _ (z, u)); [left; auto|exact Hz].
  Qed.

  (** Every position has a Grundy value if play ends and every position has finitely many options. *)
  Theorem value_exists (options : X -> list X) : (forall x y, move x y -> In y (options x)) -> (forall x y, In y (options x) -> move x y) ->
    forall x, Acc (fun y x => move x y) x -> exists v, grundy_value move x v.
  Proof.
    intros complete sound x A. induction A as [x _ IH].
    assert (V : exists values, forall v, In v values <-> exists y, move x y /\ grundy_value move y v).
    { assert (S : forall l, (forall y, In y l -> move x y) -> exists values, forall v, In v values <-> exists y, In y l /\ grundy_value move y v).
      { induction l as [|y l IHl]; intro H; [exists []; split; [intros []|intros (y & [] & _)]|].
        destruct IHl as [values E]; [intros z I; apply H; now right|]. destruct (IH y (H y (or_introl eq_refl))) as [u Hu].
        exists (u :: values). intro v. split.
        - intros [<-|I]; [exists y; split; [now left|exact Hu]|]. apply E in I as (z & I & Hz). exists z. split; [now right|exact Hz].
        - intros (z & [<-|I] & Hz); [left; exact (value_unique y u v Hu Hz)|right; apply E; eauto]. }
      destruct (S (options x) (sound x)) as [values E]. exists values. intro v. rewrite E. split; intros (y & H & Hy); exists y; auto. }
    destruct V as [values E]. destruct (least_excluded values) as (v & Nv & below). exists v. apply grundy_mex; [intros y M; exact (IH y M)|]. split.
    - intros w L. apply E. auto.
    - intros y M Hy. apply Nv, E. eauto.
  Qed.

  (** If play ends, and if g x is the mex of the values of g at the options of x for every x, then g x is the Grundy
      value of x. *)
  Theorem mex_function (g : X -> N) :
    (forall x w, w < g x -> exists y, move x y /\ g y = w) -> (forall x y, move x y -> g y <> g x) ->
    forall x, Acc (fun y x => move x y) x -> forall v, grundy_value move x v <-> v = g x.
  Proof.
    intros below other x A. induction A as [x _ IH].
    assert (G : grundy_value move x (g x)).
    { apply grundy_mex; [intros y M; exists (g y); now apply (IH y M)|]. split.
      - intros w L. destruct (below x w L) as (y & M & E). exists y. split; [exact M|]. now apply (IH y M).
      - intros y M Hy. apply (IH y M) in Hy. exact (other x y M (eq_sym Hy)). }
    intro v. split; [intro H; exact (value_unique x v (g x) H G)|intros ->; exact G].
  Qed.

  (** In normal play, the player to move loses exactly at the positions of Grundy value 0. *)
  Theorem losing_value_0 x : losing move (fun _ => False) x <-> grundy_value move x 0.
  Proof.
    split; intro H.
    - unfold grundy_value. refine (losing_cases X move (fun _ => False) (fun x => losing (beside_nim move) (fun _ => False) (x, 0))
        (fun x => winning (beside_nim move) (fun _ => False) (x, 0)) _ _ _ x H); clear x H.
      + intros x _ IH _. constructor; [|intros _ []]. intros [y u] [[M E]|[_ L]]; cbn in *; [subst; auto|lia].
      + intros x y M _ IH. apply (Winning _ _ _ (y, 0)); [left; auto|exact IH].
      + intros x _ [].
    - unfold grundy_value in H. remember (x, 0) as p eqn:E. revert x E.
      refine (losing_cases _ (beside_nim move) (fun _ => False) (fun p => forall x, p = (x, 0) -> losing move (fun _ => False) x)
        (fun p => forall x, p = (x, 0) -> winning move (fun _ => False) x) _ _ _ p H); clear p H.
      + intros p _ IH _ x ->. constructor; [|intros _ []]. intros y M. apply (IH (y, 0)); [left; auto|reflexivity].
      + intros p [y u] [[M E]|[_ L]] _ IH x ->; cbn in *; [subst u|lia]. apply (Winning _ _ _ y); [exact M|]. now apply IH.
      + intros p _ [].
  Qed.
End Mex.

(** The P-positions of a rule in normal play are the positions of Grundy value 0. *)
Corollary p_position_value_0 r x : p_position Normal r x <-> grundy_value (move r) x 0.
Proof. exact (losing_value_0 (move r) x). Qed.
