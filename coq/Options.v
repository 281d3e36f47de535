(** The options of a position, computed from the definition of a rule.

    [Game.move] is a proposition: it states that choices exist. The function [options] tries all choices below a bound.
    This file proves that [options] finds exactly the moves with these choices. The options of small positions can then
    be compared with the options that another program computes. *)
From Coq Require Import NArith ZArith List Bool Lia Permutation.
From Sprague Require Import Game Lists.
Import ListNotations.

(** * Decision of conditions *)
Definition is_power (z b : Z) : bool :=
  existsb (fun e => (z =? b ^ Z.of_nat e)%Z) (seq 0 (2 + Z.to_nat (Z.log2 (Z.abs z)))).

Lemma is_power_right z b : is_power z b = true <-> exists e, (0 <= e)%Z /\ z = (b ^ e)%Z.
Proof.
  unfold is_power. rewrite existsb_exists. split.
  - intros (e & _ & E). apply Z.eqb_eq in E. exists (Z.of_nat e). split; [lia|auto].
  - intros (e & He & E). assert (small : forall f, (f < 2)%nat -> z = (b ^ Z.of_nat f)%Z ->
      exists x, In x (seq 0 (2 + Z.to_nat (Z.log2 (Z.abs z)))) /\ (z =? b ^ Z.of_nat x)%Z = true).
    { intros f Hf Ef. exists f. split; [apply in_seq; lia|now apply Z.eqb_eq]. }
    destruct (Z.le_gt_cases 2 (Z.abs b)) as [L|L].
    + exists (Z.to_nat e). rewrite Z2Nat.id by auto. split; [|now apply Z.eqb_eq]. apply in_seq.
      assert (e <= Z.log2 (Z.abs z))%Z; [|lia].
      rewrite E, Z.abs_pow. rewrite <- (Z.log2_pow2 e) at 1 by auto. apply Z.log2_le_mono. apply Z.pow_le_mono_l. lia.
    + destruct (Z.eq_dec e 0) as [->|Ne]; [apply (small 0%nat); [lia|exact E]|].
      assert (B : b = 0%Z \/ b = 1%Z \/ b = (-1)%Z) by lia. destruct B as [-> | [-> | ->]].
      * apply (small 1%nat); [lia|]. rewrite E, Z.pow_0_l by lia. reflexivity.
      * apply (small 0%nat); [lia|]. rewrite E, Z.pow_1_l by lia. reflexivity.
      * destruct (Z.Even_or_Odd e) as [[k ->] | [k ->]].
        -- apply (small 0%nat); [lia|]. rewrite E, Z.pow_mul_r by lia. change ((-1) ^ 2)%Z with 1%Z. now rewrite Z.pow_1_l by lia.
        -- apply (small 1%nat); [lia|]. rewrite E, Z.pow_add_r, Z.pow_mul_r by lia. change ((-1) ^ 2)%Z with 1%Z. now rewrite Z.pow_1_l by lia.
Qed.

Fixpoint decide (c : condition) (v : list N) : bool :=
  match c with
  | Always => true
  | Le t u => (value t v <=? value u v)%Z
  | Lt t u => (value t v <? value u v)%Z
  | Eq t u => (value t v =? value u v)%Z
  | Power t b => is_power (value t v) b
  | And c d => decide c v && decide d v
  | Or c d => decide c v || decide d v
  | Not c => negb (decide c v)
  end.

Lemma decide_right c v : decide c v = true <-> holds c v.
Proof.
  induction c as [|t u|t u|t u|t b|c IHc d IHd|c IHc d IHd|c IHc]; cbn [decide holds].
  - tauto.
  - apply Z.leb_le.
  - apply Z.ltb_lt.
  - apply Z.eqb_eq.
  - apply is_power_right.
  - rewrite andb_true_iff. tauto.
  - rewrite orb_true_iff. tauto.
  - rewrite <- IHc. destruct (decide c v); cbn; intuition congruence.
Qed.

(** * Choices and targets *)
Fixpoint tuples (n bound : nat) : list (list N) :=
  match n with
  | O => [[]]
  | S n => flat_map (fun k => map (cons (N.of_nat k)) (tuples n bound)) (seq 0 bound)
  end.

Lemma in_tuples n bound : forall k, In k (tuples n bound) <-> length k = n /\ Forall (fun c => (c < N.of_nat bound)%N) k.
Proof.
  induction n as [|n IH]; intro k; cbn [tuples].
  - cbn [In]. split; [intros [<-|[]]; auto|]. intros [len _]. destruct k; [auto|discriminate].
  - rewrite in_flat_map. split.
    + intros (c & Hc & I). apply in_map_iff in I as (l & <- & I). apply IH in I as [len F]. apply in_seq in Hc.
      split; [cbn; now rewrite len|]. constructor; [lia|auto].
    + intros [len F]. destruct k as [|c l]; [discriminate|]. inversion F; subst. exists (N.to_nat c).
      split; [apply in_seq; lia|]. rewrite Nnat.N2Nat.id. apply in_map, IH. cbn in len. split; [lia|auto].
Qed.

(** The values of terms as a list of natural numbers, or [None] if some value is negative. *)
Fixpoint arrive (ts : list term) (v : list N) : option (list N) :=
  match ts with
  | [] => Some []
  | t :: ts =>
      match arrive ts v with
      | Some y => if (0 <=? value t v)%Z then Some (Z.to_N (value t v) :: y) else None
      | None => None
      end
  end.

Lemma arrive_right ts v : forall y, arrive ts v = Some y <-> Forall2 (fun t n => value t v = Z.of_N n) ts y.
Proof.
  induction ts as [|t ts IH]; intro y; cbn [arrive].
  - split; [intros [= <-]; constructor|]. inversion 1; auto.
  - split.
    + destruct (arrive ts v) as [z|]; [|discriminate]. destruct (Z.leb_spec 0 (value t v)); [|discriminate].
      intros [= <-]. constructor; [now rewrite Z2N.id|]. now apply IH.
    + inversion 1 as [|? n ? z E F]; subst. apply IH in F. rewrite F, E.
      rewrite (proj2 (Z.leb_le 0 (Z.of_N n))) by lia. now rewrite N2Z.id.
Qed.

Definition written_options (bound : nat) (w : written) (x : position) : list position :=
  flat_map (fun k => if decide (legal w) (x ++ k) then
      match arrive (target w) (x ++ k) with Some y => [y] | None => [] end else [])
    (tuples (choices w) bound).

Definition chooses (bound : nat) (w : written) (x y : position) : Prop :=
  exists k, Forall (fun c => (c < N.of_nat bound)%N) k /\ length k = choices w /\ holds (legal w) (x ++ k) /\
    Forall2 (fun t n => value t (x ++ k) = Z.of_N n) (target w) y.

Lemma written_options_right bound w x y : In y (written_options bound w x) <-> chooses bound w x y.
Proof.
  unfold written_options, chooses. rewrite in_flat_map. split.
  - intros (k & Hk & I). apply in_tuples in Hk as [len F]. exists k. destruct (decide (legal w) (x ++ k)) eqn:D; [|destruct I].
    apply decide_right in D. destruct (arrive (target w) (x ++ k)) as [z|] eqn:A; [|destruct I].
    destruct I as [<-|[]]. apply arrive_right in A. auto.
  - intros (k & F & len & L & A). exists k. split; [apply in_tuples; auto|]. apply decide_right in L. rewrite L.
    apply arrive_right in A. rewrite A. now left.
Qed.

(** * Orders of entries *)
Fixpoint without (i : nat) (l : list nat) : list nat :=
  match l with [] => [] | j :: l => if i =? j then l else j :: without i l end.

Lemma without_permutation i l : In i l -> Permutation l (i :: without i l).
Proof.
  induction l as [|j l IH]; [intros []|]. cbn [without]. destruct (Nat.eqb_spec i j) as [->|Ne]; [reflexivity|].
  intros [E|I]; [congruence|]. rewrite perm_swap. apply perm_skip. auto.
Qed.

Fixpoint arrangements (groups labels unused : list nat) : list (list nat) :=
  match labels with
  | [] => match unused with [] => [[]] | _ => [] end
  | g :: labels =>
      flat_map (fun i => map (cons i) (arrangements groups labels (without i unused)))
        (filter (fun i => nth i groups 0 =? g) unused)
  end.

Lemma arrangements_right groups labels : forall unused order,
  In order (arrangements groups labels unused) <-> Permutation unused order /\ pick 0 order groups = labels.
Proof.
  induction labels as [|g labels IH]; intros unused order; cbn [arrangements].
  - split.
    + destruct unused; intros I; [destruct I as [<-|[]]|destruct I]. auto.
    + intros [P E]. destruct order; [|discriminate]. apply Permutation_sym, Permutation_nil in P. subst. now left.
  - rewrite in_flat_map. split.
    + intros (i & Hi & I). apply filter_In in Hi as [Hi Eg]. apply Nat.eqb_eq in Eg.
      apply in_map_iff in I as (rest & <- & I). apply IH in I as [P E]. split.
      * rewrite (without_permutation i unused Hi). now apply perm_skip.
      * cbn [pick map]. now f_equal.
    + intros [P E]. destruct order as [|i rest]; [discriminate|]. cbn [pick map] in E. injection E as Eg E.
      assert (Hi : In i unused) by (apply (Permutation_in _ (Permutation_sym P)); now left).
      exists i. split; [apply filter_In; split; [auto|now apply Nat.eqb_eq]|]. apply in_map, IH. split; [|exact E].
      apply (Permutation_cons_inv (a := i)). now rewrite <- (without_permutation i unused Hi).
Qed.

Definition orders (r : rule) : list (list nat) := arrangements (groups r) (groups r) (seq 0 (entries r)).

Lemma orders_right r order : In order (orders r) <-> is_order r order.
Proof. apply arrangements_right. Qed.

(** The index of a number in a list, which is used to invert a permutation. *)
Fixpoint index (i : nat) (l : list nat) : nat :=
  match l with [] => 0 | j :: l => if i =? j then 0 else S (index i l) end.

Lemma index_here i l : In i l -> index i l < length l /\ nth (index i l) l 0 = i.
Proof.
  induction l as [|j l IH]; [intros []|]. cbn [index length nth]. destruct (Nat.eqb_spec i j) as [->|Ne]; [split; [lia|auto]|].
  intros [E|I]; [congruence|]. destruct (IH I). split; [lia|auto].
Qed.

Lemma index_nth l : NoDup l -> forall k, k < length l -> index (nth k l 0) l = k.
Proof.
  induction 1 as [|j l Nj _ IH]; intros k Hk; [cbn in Hk; lia|]. destruct k as [|k]; cbn [nth index].
  - now rewrite Nat.eqb_refl.
  - cbn in Hk. destruct (Nat.eqb_spec (nth k l 0) j) as [E|]; [|now rewrite IH by lia].
    exfalso. apply Nj. rewrite <- E. apply nth_In. lia.
Qed.

Definition unpick (order : list nat) (y : position) : position := map (fun i => nth (index i order) y 0%N) (seq 0 (length order)).

Section Unpick.
  Context (order : list nat) (n : nat).
  Hypothesis P : Permutation (seq 0 n) order.

  Let len : length order = n.
  Proof. rewrite <- (Permutation_length P). apply len_seq. Qed.

  Let distinct : NoDup order.
  Proof. apply (Permutation_NoDup P), seq_NoDup. Qed.

  Lemma nth_unpick y i : i < n -> nth i (unpick order y) 0%N = nth (index i order) y 0%N.
  Proof.
    intro Hi. unfold unpick. rewrite len.
    rewrite (nth_indep _ 0%N ((fun i => nth (index i order) y 0%N) 0)) by (now rewrite len_map, len_seq).
    rewrite (map_nth (fun i => nth (index i order) y 0%N)). now rewrite seq_nth.
  Qed.

  Lemma nth_pick y k : k < n -> nth k (pick 0%N order y) 0%N = nth (nth k order 0) y 0%N.
  Proof.
    intro Hk. unfold pick. rewrite (nth_indep _ 0%N ((fun i => nth i y 0%N) 0)) by (now rewrite len_map, len).
    now rewrite (map_nth (fun i => nth i y 0%N)).
  Qed.

  Lemma length_unpick y : length (unpick order y) = n.
  Proof. unfold unpick. now rewrite len_map, len_seq, len. Qed.

  Lemma pick_unpick y : length y = n -> pick 0%N order (unpick order y) = y.
  Proof.
    intro ly. apply (nth_ext _ _ 0%N 0%N); [now rewrite length_pick, len|]. intros k Hk. rewrite length_pick, len in Hk.
    assert (Hi : nth k order 0 < n).
    { assert (I : In (nth k order 0) (seq 0 n)) by (apply (Permutation_in _ (Permutation_sym P)), nth_In; lia). apply in_seq in I. lia. }
    rewrite nth_pick, nth_unpick, index_nth by (auto; lia). reflexivity.
  Qed.

  Lemma unpick_pick y : length y = n -> unpick order (pick 0%N order y) = y.
  Proof.
    intro ly. apply (nth_ext _ _ 0%N 0%N); [now rewrite length_unpick|]. intros i Hi. rewrite length_unpick in Hi.
    assert (I : In i order) by (apply (Permutation_in _ P), in_seq; lia). destruct (index_here i order I) as [L E].
    rewrite nth_unpick, nth_pick by lia. now rewrite E.
  Qed.
End Unpick.

(** * Options *)
Definition position_ok (r : rule) (y : position) : bool := (length y =? entries r) && decide (positions r) y.

Definition options (bound : nat) (r : rule) (x : position) : list position :=
  if decide (stop r) x || decide (win r) x then []
  else
    filter (position_ok r)
      (flat_map (fun order => map (unpick order) (filter (fun y => length y =? entries r)
         (flat_map (fun w => written_options bound w (pick 0%N order x)) (moves r)))) (orders r)).

(** [Game.move] restricted to choices below the bound. *)
Definition move_within (bound : nat) (r : rule) (x y : position) : Prop :=
  ~ holds (stop r) x /\ ~ holds (win r) x /\ is_position r y /\
  exists w order, In w (moves r) /\ is_order r order /\ chooses bound w (pick 0%N order x) (pick 0%N order y).

Theorem options_right bound r x y : In y (options bound r x) <-> move_within bound r x y.
Proof.
  unfold options, move_within. destruct (decide (stop r) x) eqn:S.
  { apply decide_right in S. cbn. split; [intros []|tauto]. }
  destruct (decide (win r) x) eqn:W.
  { apply decide_right in W. cbn. split; [intros []|tauto]. }
  cbn [orb]. assert (Ns : ~ holds (stop r) x) by (rewrite <- decide_right; congruence).
  assert (Nw : ~ holds (win r) x) by (rewrite <- decide_right; congruence).
  rewrite filter_In, in_flat_map. unfold position_ok, is_position. rewrite andb_true_iff, Nat.eqb_eq, decide_right. split.
  - intros [(order & Ho & I) Py]. split; [auto|]. split; [auto|]. split; [auto|].
    apply in_map_iff in I as (z & <- & I). apply filter_In in I as [I lz]. apply Nat.eqb_eq in lz.
    apply in_flat_map in I as (w & Hw & I). apply written_options_right in I. apply orders_right in Ho.
    exists w, order. split; [auto|]. split; [auto|]. rewrite (pick_unpick order (entries r) (proj1 Ho) z lz). exact I.
  - intros (_ & _ & Py & w & order & Hw & Ho & C). split; [|auto]. exists order. split; [now apply orders_right|].
    apply in_map_iff. exists (pick 0%N order y). split; [now apply (unpick_pick order (entries r) (proj1 Ho)), Py|].
    apply filter_In. split; [|apply Nat.eqb_eq; rewrite length_pick, <- (Permutation_length (proj1 Ho)); apply len_seq].
    apply in_flat_map. exists w. split; [auto|]. now apply written_options_right.
Qed.

(** For every move, some bound is greater than all choices. *)
Theorem move_bounded r x y : move r x y <-> exists bound, move_within bound r x y.
Proof.
  unfold move, move_within, chooses, written_move. split.
  - intros (Ns & Nw & Py & w & order & Hw & Ho & k & len & L & A).
    assert (B : exists bound, Forall (fun c => (c < N.of_nat bound)%N) k).
    { clear. induction k as [|c k [bound IH]]; [exists 0; constructor|]. exists (bound + S (N.to_nat c)). constructor; [lia|].
      revert IH. apply Forall_impl. intros a Ha. lia. }
    destruct B as [bound B]. exists bound. repeat split; auto; try apply Py. exists w, order. repeat split; try apply Ho; auto.
    exists k. auto.
  - intros (bound & Ns & Nw & Py & w & order & Hw & Ho & k & B & len & L & A). repeat split; auto; try apply Py.
    exists w, order. repeat split; try apply Ho; auto. exists k. auto.
Qed.
