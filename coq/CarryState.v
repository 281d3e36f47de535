(** The state of an automaton that reads digits of numbers: the value of a linear form, residues, and a test for powers.

    After one more digit of each number, the value r of a linear form becomes b r + e, where e is the value of the form
    at the digits. If r is beyond certain bounds, further digits do not change the sign of the result, so r is clamped
    to these bounds. Therefore the number of states is finite. *)
From Coq Require Import NArith ZArith List Bool Lia.
From Sprague Require Import Game Lists Digits.
From Sprague Require Export LinearForms.
Import ListNotations.
Local Open Scope Z_scope.

(** A residue: the sum of a linear form and a constant, modulo a number. *)
Record residue := Residue { r_form : form; r_constant : Z; modulus : Z }.
Definition residue_value (r : residue) (v : list N) : Z := (dot (r_form r) v + r_constant r) mod modulus r.

Fixpoint residues_value (rs : list (Z * residue)) (v : list N) : Z :=
  match rs with [] => 0 | (c, r) :: rs => c * residue_value r v + residues_value rs v end.

(** An upper bound and a lower bound of a sum of multiples of residues. *)
Fixpoint most (rs : list (Z * residue)) : Z :=
  match rs with [] => 0 | (c, r) :: rs => Z.max c 0 * (modulus r - 1) + most rs end.
Fixpoint least (rs : list (Z * residue)) : Z :=
  match rs with [] => 0 | (c, r) :: rs => Z.min c 0 * (modulus r - 1) + least rs end.

(** The sum of multiples of the residues at the beginning of the state s, and the rest of the state. *)
Fixpoint residues_now (rs : list (Z * residue)) (s : list Z) (sum : Z) : Z * list Z :=
  match rs, s with
  | (c, r) :: rs, z :: s => residues_now rs s (sum + c * ((z + r_constant r) mod modulus r))
  | _, _ => (sum, s)
  end.

Lemma residues_now_spec rs v rest : forallb (fun r => 0 <? modulus (snd r)) rs = true -> forall sum,
  residues_now rs (map (fun r => dot (r_form (snd r)) v mod modulus (snd r)) rs ++ rest) sum =
  (sum + residues_value rs v, rest).
Proof.
  induction rs as [|[c r] rs IH]; cbn; intros H sum; [f_equal; lia|].
  apply andb_true_iff in H as [H1 H2]. apply Z.ltb_lt in H1. rewrite IH by auto.
  rewrite Z.add_mod_idemp_l by lia. unfold residue_value. f_equal. lia.
Qed.

Lemma residues_bounds rs v : forallb (fun r => 0 <? modulus (snd r)) rs = true ->
  least rs <= residues_value rs v <= most rs.
Proof.
  induction rs as [|[c r] rs IH]; cbn; [lia|]. rewrite andb_true_iff, Z.ltb_lt. intros [H1 H2].
  specialize (IH H2). assert (0 <= residue_value r v <= modulus r - 1).
  { unfold residue_value. pose proof (Z.mod_pos_bound (dot (r_form r) v + r_constant r) (modulus r) H1). lia. }
  assert (Z.min c 0 * (modulus r - 1) <= c * residue_value r v <= Z.max c 0 * (modulus r - 1)).
  { destruct (Z.min_spec c 0) as [[? ->]|[? ->]], (Z.max_spec c 0) as [[? ->]|[? ->]]; nia. }
  lia.
Qed.

Lemma skip_residues rs v rest :
  skipn (length rs) (map (fun r : Z * residue => dot (r_form (snd r)) v mod modulus (snd r)) rs ++ rest) = rest.
Proof. induction rs; cbn; auto. Qed.

(** The number r clamped to the interval from low to high. *)
Definition clamp (low high r : Z) : Z := if r <=? low then low else if high <=? r then high else r.

Ltac clamps := unfold clamp in *;
  repeat match goal with
  | |- context [?x <=? ?y] => destruct (Z.leb_spec x y)
  | H : context [?x <=? ?y] |- _ => destruct (Z.leb_spec x y)
  end; try lia; try nia.

Section Kept.
  Context (b : N).

  (** The state of the test for powers: 0 if all digits are 0, 1 if one digit is 1 and the others are 0, 2 otherwise. *)
  Definition power_step (s : Z) (d : nat) : Z :=
    match s, d with
    | 0, O => 0
    | 0, S O => 1
    | 1, O => 1
    | _, _ => 2
    end.

  Fixpoint power_state (L : nat) (n : N) : Z :=
    match L with O => 0 | S L => power_step (power_state L (n / b)%N) (N.to_nat (n mod b)) end.

  (** The residues after one more column of digits; the function [k] is applied to the rest of the state. *)
  Fixpoint residues_step (rs : list (Z * residue)) (ds : list nat) (s : list Z) (k : list Z -> list Z) : list Z :=
    match rs, s with
    | (_, r) :: rs, z :: s => (Z.of_N b * z + dot_digits (r_form r) ds) mod modulus r :: residues_step rs ds s k
    | _, _ => k s
    end.

  (** * Correctness *)
  Hypothesis base : (1 < b)%N.

  Definition small (ds : list nat) : Prop := Forall (fun d => (d < N.to_nat b)%nat) ds.

  Lemma small_last v : small (last_digits b v).
  Proof. apply Forall_map, Forall_forall. intros. now apply digit_below. Qed.

  Lemma small_column n c : In c (columns b n) -> small c.
  Proof. intro H. now apply in_columns in H. Qed.

  Lemma dot_step f v : dot f v = Z.of_N b * dot f (shorter b v) + dot_digits f (last_digits b v).
  Proof.
    rewrite dot_digits_value.
    induction f as [|[c i] f IH]; cbn [dot]; [lia|]. rewrite IH.
    assert (E : nth i v 0%N = (b * nth i (shorter b v) 0 + nth i (map N.of_nat (last_digits b v)) 0)%N).
    { change (nth i (map N.of_nat (last_digits b v)) 0%N) with (nth i (map N.of_nat (last_digits b v)) (N.of_nat (N.to_nat (0 mod b)))).
      unfold last_digits. rewrite (map_nth N.of_nat), (map_nth (fun n => N.to_nat (n mod b))).
      change (nth i (shorter b v) 0%N) with (nth i (shorter b v) (0 / b)%N). unfold shorter.
      rewrite (map_nth (fun n => (n / b)%N)). now apply split_number. }
    rewrite E at 1. lia.
  Qed.

  Lemma dot_digits_bounds f ds : small ds ->
    - ((Z.of_N b - 1) * down f) <= dot_digits f ds <= (Z.of_N b - 1) * up f.
  Proof.
    intro H. rewrite dot_digits_value. induction f as [|[c i] f IH]; cbn [dot up down]; [lia|].
    assert (D : (nth i (map N.of_nat ds) 0 < b)%N).
    { rewrite (map_nth N.of_nat ds O i : nth i (map N.of_nat ds) 0%N = _).
      destruct (nth_in_or_default i ds O) as [Hi| ->]; [|lia]. unfold small in H. rewrite Forall_forall in H.
      specialize (H _ Hi). lia. }
    set (d := nth i _ 0%N) in *. nia.
  Qed.

  Lemma clamp_step f low high v : low <= - up f -> down f <= high -> low < 0 < high ->
    clamp low high (dot f v) =
    clamp low high (Z.of_N b * clamp low high (dot f (shorter b v)) + dot_digits f (last_digits b v)).
  Proof.
    intros H1 H2 H3. rewrite dot_step. pose proof (dot_digits_bounds f _ (small_last v)).
    pose proof (up_nonneg f); pose proof (down_nonneg f).
    set (e := dot_digits _ _) in *. set (r := dot _ _). set (B := Z.of_N b) in *. assert (1 < B) by lia. clearbody e r B.
    clamps.
  Qed.

  Lemma power_state_spec L n : (n < b ^ N.of_nat L)%N ->
    (power_state L n = 0 /\ n = 0%N) \/ (power_state L n = 1 /\ exists e, n = (b ^ e)%N) \/
    (power_state L n = 2 /\ n <> 0%N /\ forall e, n <> (b ^ e)%N).
  Proof.
    revert n; induction L as [|L IH]; intros n H.
    - left. cbn in *. split; [auto|lia].
    - cbn [power_state]. rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in H.
      assert (Hs : (n / b < b ^ N.of_nat L)%N) by (apply N.div_lt_upper_bound; lia).
      pose proof (split_number b base n) as E. pose proof (digit_below b base n) as Hd.
      set (d := N.to_nat (n mod b)) in *. set (m := (n / b)%N) in *.
      assert (P : forall e, (b ^ e)%N <> 0%N) by (intro; apply N.pow_nonzero; lia).
      assert (Q : forall e, n = (b ^ e)%N -> (m = 0%N /\ d = 1%nat) \/ (d = 0%nat /\ exists e', m = (b ^ e')%N)).
      { intros e He. destruct (N.eq_0_gt_0_cases e) as [->|Pe].
        - left. change (b ^ 0)%N with 1%N in He. assert (m = 0%N) by nia. split; [auto|lia].
        - right. rewrite <- (N.succ_pred e), N.pow_succ_r' in He by lia.
          assert (n mod b = 0)%N by (rewrite He, N.mul_comm; apply N.mod_mul; lia).
          split; [unfold d; lia|]. exists (N.pred e). unfold m. rewrite He, N.mul_comm. apply N.div_mul. lia. }
      destruct (IH m Hs) as [[-> Hm]|[[-> [e Hm]]|[-> [Hm Hn]]]].
      + destruct d as [|[|d]]; cbn [power_step].
        * left. split; [auto|lia].
        * right; left. split; [auto|]. exists 0%N. change (b ^ 0)%N with 1%N. lia.
        * right; right. split; [auto|]. split; [lia|]. intros e He.
          destruct (Q e He) as [[_ ?]|[? _]]; discriminate.
      + destruct d as [|d]; cbn [power_step].
        * right; left. split; [auto|]. exists (N.succ e). rewrite N.pow_succ_r', <- Hm. lia.
        * right; right. split; [auto|]. split; [specialize (P e); nia|]. intros e' He.
          destruct (Q e' He) as [[A _]|[? _]]; [specialize (P e); congruence|discriminate].
      + right; right. split; [reflexivity|]. split; [nia|]. intros e' He.
        destruct (Q e' He) as [[A _]|[_ [e2 A]]]; [auto|]. now apply (Hn e2).
  Qed.

  Lemma residues_step_spec rs v rest k : forallb (fun r => 0 <? modulus (snd r)) rs = true ->
    residues_step rs (last_digits b v) (map (fun r => dot (r_form (snd r)) (shorter b v) mod modulus (snd r)) rs ++ rest) k =
    map (fun r => dot (r_form (snd r)) v mod modulus (snd r)) rs ++ k rest.
  Proof.
    induction rs as [|[c r] rs IH]; cbn; intro H; auto.
    apply andb_true_iff in H as [H1 H2]. apply Z.ltb_lt in H1. f_equal; auto.
    rewrite (dot_step (r_form r) v), <- Z.add_mod_idemp_l, Z.mul_mod_idemp_r, Z.add_mod_idemp_l by lia. reflexivity.
  Qed.
End Kept.
