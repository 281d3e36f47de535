(** Tactics for exported files, which prove that a statement about numbers is equivalent to a formula of atoms. *)
From Coq Require Import NArith ZArith List Lia.
From Sprague Require Import Game Digits LinearForms CarryState DigitConditions Functions Atoms ColumnPrograms Formulas Quantifiers WeightedFormulas.
Import ListNotations.

(** Unfold the meaning of atoms as statements about numbers. *)
Ltac unfold_atoms := cbn [true_of every concat firstn holds_at coded_holds_at inner_holds_at nth_error true_at read column_sums columns_true is_bits v_at_least v_residue v_compare is_low
  some_number some_from coded_true_at linear a_number appended zeros_at_least zeros_residue zeros_compare
  means fact dot residues_value residue_value r_form r_constant modulus
  pick map entry nth app bits_value In] in *;
  unfold residue_value, sums_divisible in *; cbn [dot nth r_form r_constant modulus pick map] in *.

Ltac numbers := zify; Z.to_euclidean_division_equations; lia.

Lemma both_same A B C D : (A <-> C) -> (B <-> D) -> (A /\ B <-> C /\ D). Proof. tauto. Qed.
Lemma either_same A B C D : (A <-> C) -> (B <-> D) -> (A \/ B <-> C \/ D). Proof. tauto. Qed.
Lemma denied_same A C : (A <-> C) -> (~ A <-> ~ C). Proof. tauto. Qed.

Lemma forward (A B : Prop) : A -> (A <-> B) -> B. Proof. tauto. Qed.
Lemma backward (A B : Prop) : B -> (A <-> B) -> A. Proof. tauto. Qed.

(** The hint database of an exported file contains lemmas about subformulas and existential formulas. *)
Create HintDb claim.

(** Prove that a statement is equivalent to a formula with the same structure; arithmetic proves each atom. *)
Ltac same_parts :=
  lazymatch goal with
  | |- _ /\ _ <-> _ /\ _ => apply both_same; same_parts
  | |- _ \/ _ <-> _ \/ _ => apply either_same; same_parts
  | |- ~ _ <-> ~ _ => apply denied_same; same_parts
  | |- _ => first [reflexivity | solve [auto 1 with claim nocore] | numbers]
  end.
Ltac same_statement := unfold_atoms; same_parts.

Ltac given_parts :=
  lazymatch goal with
  | |- _ /\ _ => split; given_parts
  | |- _ => first [exact I | reflexivity | unfold dist in *; numbers]
  end.
Ltac given_conditions P := destruct P as [_ P]; cbn in P; unfold_atoms; given_parts.

(** Prove that a number equals the term that given conditions define. *)
Ltac given_number :=
  unfold_atoms; repeat match goal with H : _ /\ _ |- _ => destruct H end;
  first [assumption | unfold dist in *; numbers].
