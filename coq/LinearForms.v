(** Linear forms, and their values for numbers, for digits, and for the values of words of digits. *)
From Coq Require Import NArith ZArith List Lia.
Import ListNotations.
Local Open Scope Z_scope.

(** A linear form is a list of pairs of a factor and the index of a number. *)
Definition form := list (Z * nat).

Fixpoint dot (f : form) (v : list N) : Z :=
  match f with [] => 0 | (c, i) :: f => c * Z.of_N (nth i v 0%N) + dot f v end.

(** The value of a linear form for digits, which are usually 0 or 1. *)
Fixpoint dot_digits (f : form) (ds : list nat) : Z :=
  match f with
  | [] => 0
  | (c, i) :: f =>
      match nth i ds O with
      | O => dot_digits f ds
      | S O => c + dot_digits f ds
      | d => c * Z.of_nat d + dot_digits f ds
      end
  end.

(** The value of a linear form if [g] gives the value of each word. *)
Fixpoint weigh (g : N -> Z) (f : form) (v : list N) : Z :=
  match f with [] => 0 | (c, i) :: f => c * g (nth i v 0%N) + weigh g f v end.

(** [up] is the sum of the positive factors of a linear form, and [down] is minus the sum of the negative factors. *)
Fixpoint up (f : form) : Z := match f with [] => 0 | (c, _) :: f => Z.max c 0 + up f end.
Fixpoint down (f : form) : Z := match f with [] => 0 | (c, _) :: f => Z.max (- c) 0 + down f end.

Lemma up_nonneg f : 0 <= up f. Proof. induction f as [|[c i] f IH]; cbn [up]; lia. Qed.
Lemma down_nonneg f : 0 <= down f. Proof. induction f as [|[c i] f IH]; cbn [down]; lia. Qed.

Lemma dot_digits_value f ds : dot_digits f ds = dot f (map N.of_nat ds).
Proof.
  induction f as [|[c i] f IH]; cbn [dot dot_digits]; auto.
  rewrite (map_nth N.of_nat ds O i : nth i (map N.of_nat ds) 0%N = _), nat_N_Z, IH.
  destruct (nth i ds O) as [|[|d]]; lia.
Qed.
