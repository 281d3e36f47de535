(** Functions in formulas that Coq's standard library (N.lxor, N.modulo, N.max, ...) does not have.

    If a theorem gives a formula for a set, these four definitions are part of its statement, like those of [Game]. *)
From Coq Require Import NArith List Bool Lia.
Local Open Scope N_scope.

(** [v b n]: the number of final zeros of n in base b; 0 if n = 0. *)
Fixpoint ends (b : N) (most : nat) (n : N) : N :=
  match most with
  | O => 0
  | S most => if (n =? 0) || negb (n mod b =? 0) then 0 else N.succ (ends b most (n / b))
  end.
Definition v (b n : N) : N := ends b (N.size_nat n) n.

(** [low b n]: the greatest power of b that divides n; 0 if n = 0. *)
Definition low (b n : N) : N := if n =? 0 then 0 else b ^ v b n.

(** [dist m n]: the distance between two numbers. *)
Definition dist (m n : N) : N := (m - n) + (n - m).

(** [column_sum b i l]: the sum of the digits with weight b^i, in base b, of all numbers in the list. *)
Definition column_sum (b i : N) (l : list N) : N := fold_right (fun n sum => (n / b ^ i) mod b + sum) 0 l.

(** * The functions for a number with one more digit *)
Section Digits.
  Context (b : N).
  Hypothesis base : 1 < b.

  (** Every number is b * n + d with a digit d; the following lemmas give the values of the functions at b * n + d. *)
  Lemma split_off n : n = b * (n / b) + n mod b /\ n mod b < b.
  Proof. split; [apply N.div_mod | apply N.mod_lt]; lia. Qed.

  Lemma digit_last n d : d < b -> (b * n + d) / b = n /\ (b * n + d) mod b = d.
  Proof.
    intro db. split; symmetry; [apply (N.div_unique _ b n d) | apply (N.mod_unique _ b n d)]; lia.
  Qed.

  Lemma digit_zero n d : (b * n + d =? 0) = (n =? 0) && (d =? 0).
  Proof.
    destruct (N.eqb_spec n 0) as [->|], (N.eqb_spec d 0) as [->|]; cbn [andb];
      (apply N.eqb_eq || apply N.eqb_neq); nia.
  Qed.

  Lemma ends_enough m m' n : n < 2 ^ N.of_nat m -> n < 2 ^ N.of_nat m' -> ends b m n = ends b m' n.
  Proof.
    revert m' n; induction m as [|m IH]; intros m' n H H'.
    - cbn in H. replace n with 0 by lia. destruct m'; reflexivity.
    - destruct m' as [|m']; [cbn in H'; replace n with 0 by lia; reflexivity|].
      cbn [ends]. destruct (_ || _); [reflexivity|]. f_equal.
      rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in H, H'.
      assert (n / b <= n / 2) by (apply N.div_le_compat_l; lia).
      apply IH; (eapply N.le_lt_trans; [eassumption | apply N.div_lt_upper_bound; lia]).
  Qed.

  Lemma size_enough n m : (N.size_nat n <= m)%nat -> n < 2 ^ N.of_nat m.
  Proof.
    intro H. eapply N.lt_le_trans with (2 ^ N.of_nat (N.size_nat n)); [|apply N.pow_le_mono_r; lia].
    replace (N.of_nat (N.size_nat n)) with (N.size n); [apply N.size_gt|].
    destruct n as [|p]; [reflexivity|]. cbn -[N.of_nat]. clear H.
    induction p as [p IH|p IH|]; cbn [Pos.size Pos.size_nat]; try reflexivity; rewrite Nnat.Nat2N.inj_succ, <- IH; reflexivity.
  Qed.

  Lemma v_digit n d : d < b -> v b (b * n + d) = if d =? 0 then (if n =? 0 then 0 else N.succ (v b n)) else 0.
  Proof.
    intro db. destruct (digit_last n d db) as [E1 E2]. unfold v at 1.
    rewrite (ends_enough _ (S (N.size_nat (b * n + d) + N.size_nat n))) by (apply size_enough; lia).
    cbn [ends]. rewrite E1, E2, digit_zero.
    destruct (N.eqb_spec d 0) as [->|], (N.eqb_spec n 0) as [->|]; cbn [negb orb andb]; try reflexivity.
    f_equal. apply ends_enough; apply size_enough; lia.
  Qed.

  Lemma low_digit n d : d < b -> low b (b * n + d) = if d =? 0 then b * low b n else 1.
  Proof.
    intro db. unfold low. rewrite v_digit, digit_zero by auto.
    destruct (N.eqb_spec d 0) as [->|], (N.eqb_spec n 0) as [->|]; cbn [andb];
      rewrite ?N.pow_succ_r', ?N.pow_0_r; lia.
  Qed.

  Lemma low_zero n : low b n = 0 <-> n = 0.
  Proof.
    unfold low. destruct (N.eqb_spec n 0); [tauto|]. split; [|congruence].
    pose proof (N.pow_nonzero b (v b n)). lia.
  Qed.
End Digits.
