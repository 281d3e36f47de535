(** The kernel theorem. If play ends, a set is the set of P-positions under two conditions: no move leads from a
    position of the set into the set, and from every other position, some move leads into the set. *)
From Coq Require Import NArith ZArith List Lia.
From Sprague Require Import Game.
Import ListNotations.

(** * Play ends if every move lowers the ranks lexicographically *)
Section Ranks.
  Context {X : Type}.

  Fixpoint lower (ranks : list (X -> Z)) (y x : X) : Prop :=
    match ranks with
    | [] => False
    | r :: ranks => (0 <= r y < r x)%Z \/ (r y = r x /\ lower ranks y x)
    end.

  Lemma lower_wf ranks : well_founded (lower ranks).
  Proof.
    induction ranks as [|r ranks IH]; intro x; [constructor; intros y []|].
    remember (Z.to_nat (r x)) as k eqn:E. assert (H : (Z.to_nat (r x) <= k)%nat) by lia. clear E.
    revert x H. induction k as [k IHk] using lt_wf_ind. intro x. induction (IH x) as [x _ IHx]. intro H.
    constructor. intros y [F|[F L]].
    - apply (IHk (Z.to_nat (r y))); lia.
    - apply IHx; auto. rewrite F. exact H.
  Qed.
End Ranks.

Section Kernel.
  Context {X : Type} (move : X -> X -> Prop) (last_loses : X -> Prop) (D S : X -> Prop) (ranks : list (X -> Z)).
  Hypothesis closed : forall x y, D x -> move x y -> D y.
  Hypothesis falls : forall x y, D x -> move x y -> lower ranks y x.
  Hypothesis decided : forall x, D x -> S x \/ ~ S x.
  Hypothesis apart : forall x y, D x -> S x -> move x y -> ~ S y.
  Hypothesis safe : forall x, D x -> S x -> stuck move x -> ~ last_loses x.
  Hypothesis into : forall x, D x -> ~ S x -> (exists y, move x y /\ S y) \/ (stuck move x /\ last_loses x).

  Theorem kernel x : D x -> (losing move last_loses x <-> S x) /\ (winning move last_loses x <-> ~ S x).
  Proof.
    induction (lower_wf ranks x) as [x _ IH]. intro Dx.
    assert (IH' : forall y, move x y -> (losing move last_loses y <-> S y) /\ (winning move last_loses y <-> ~ S y)).
    { intros y m. apply IH; eauto. }
    assert (L : S x -> losing move last_loses x).
    { intro Sx. constructor; [|auto]. intros y m. apply (IH' y m). eauto. }
    assert (W : ~ S x -> winning move last_loses x).
    { intro Nx. destruct (into x Dx Nx) as [(y & m & Sy)|[St La]]; [|now apply Spared].
      apply (Winning _ _ x y m). now apply (IH' y m). }
    assert (L' : losing move last_loses x -> S x).
    { intro l. destruct (decided x Dx) as [|Nx]; auto. exfalso. inversion l as [x' all lost E]; subst.
      destruct (into x Dx Nx) as [(y & m & Sy)|[St La]]; [|now apply lost].
      apply (IH' y m); auto. }
    assert (W' : winning move last_loses x -> ~ S x).
    { intros w Sx. inversion w as [x' y m l|x' St La]; subst; [|now apply (safe x)].
      apply (apart x y Dx Sx m). now apply (IH' y m). }
    tauto.
  Qed.
End Kernel.

(** * Grundy values

    Let S x v be the proposition that the position x is in set number v, for each v with [known v]. Set number v
    contains exactly the positions of Grundy value v under three conditions: no move leads from set number v into
    itself, every position is in at most one set, and every position outside set number v is in a set with a smaller
    number or has a move into set number v. *)
Section Grundy.
  Context {X : Type} (move : X -> X -> Prop) (D : X -> Prop) (S : X -> N -> Prop) (known : N -> Prop) (ranks : list (X -> Z)).
  Hypothesis closed : forall x y, D x -> move x y -> D y.
  Hypothesis falls : forall x y, D x -> move x y -> lower ranks y x.
  Hypothesis downward : forall v w, known v -> (w < v)%N -> known w.
  Hypothesis decided : forall x v, D x -> known v -> S x v \/ ~ S x v.
  Hypothesis apart : forall x y v, D x -> known v -> S x v -> move x y -> ~ S y v.
  Hypothesis one : forall x v w, D x -> known v -> S x v -> (w < v)%N -> ~ S x w.
  Hypothesis into : forall x v, D x -> known v -> ~ S x v -> (exists w, (w < v)%N /\ S x w) \/ exists y, move x y /\ S y v.

  Theorem grundy x v : D x -> known v -> (grundy_value move x v <-> S x v).
  Proof.
    intros Dx Kv. unfold grundy_value.
    set (below := fun r : X -> Z => fun p : X * N => r (fst p)).
    refine (proj1 (kernel (beside_nim move) (fun _ => False) (fun p => D (fst p) /\ known (snd p)) (fun p => S (fst p) (snd p))
      (map below ranks ++ [fun p => Z.of_N (snd p)]) _ _ _ _ _ _ (x, v) (conj Dx Kv))).
    - intros [y w] [z u] [Dy Kw] [[m E]|[E L]]; cbn in *; subst; split; eauto.
    - intros [y w] [z u] [Dy Kw] [[m E]|[E L]]; cbn in *; subst.
      + specialize (falls y z Dy m). clear -falls. induction ranks as [|r rs IH]; cbn in *; [tauto|].
        unfold below at 1 2 3 4 5. cbn. tauto.
      + clear -L. induction ranks as [|r rs IH]; cbn; [left; lia|]. right. split; auto.
    - intros [y w] [Dy Kw]. cbn in *. auto.
    - intros [y w] [z u] [Dy Kw] Sy [[m E]|[E L]]; cbn in *; subst; eauto.
    - auto.
    - intros [y w] [Dy Kw] Ny. cbn in *. left. destruct (into y w Dy Kw Ny) as [(u & L & Su)|(z & m & Sz)].
      + exists (y, u). split; [right|]; auto.
      + exists (z, w). split; [left|]; auto.
  Qed.
End Grundy.
