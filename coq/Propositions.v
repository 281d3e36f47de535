(** Propositional formulas of atoms: their truth values, early verdicts, and the atoms that are still relevant. *)
From Coq Require Import Arith List Bool Lia.
Import ListNotations.

(** An atom is given by its index in a list. *)
Inductive formula := Top | Is (i : nat) | Conj (f g : formula) | Disj (f g : formula) | Neg (f : formula).

Fixpoint true_of (f : formula) (holds_at : nat -> Prop) : Prop :=
  match f with
  | Top => True
  | Is i => holds_at i
  | Conj f g => true_of f holds_at /\ true_of g holds_at
  | Disj f g => true_of f holds_at \/ true_of g holds_at
  | Neg f => ~ true_of f holds_at
  end.

Fixpoint decide (f : formula) (holds_at : nat -> bool) : bool :=
  match f with
  | Top => true
  | Is i => holds_at i
  | Conj f g => decide f holds_at && decide g holds_at
  | Disj f g => decide f holds_at || decide g holds_at
  | Neg f => negb (decide f holds_at)
  end.

Lemma decide_right f holds_at holds_at' : (forall i, holds_at' i = true <-> holds_at i) -> (decide f holds_at' = true <-> true_of f holds_at).
Proof.
  intro H. induction f as [|i|f IHf g IHg|f IHf g IHg|f IH]; cbn.
  - tauto.
  - apply H.
  - now rewrite andb_true_iff, IHf, IHg.
  - now rewrite orb_true_iff, IHf, IHg.
  - rewrite negb_true_iff, <- IH. destruct (decide f holds_at'); split; congruence.
Qed.

(** Whether a formula is certainly false if the atoms in [never] are false; a negation is never certainly false. *)
Fixpoint hopeless_formula (f : formula) (never : nat -> bool) : bool :=
  match f with
  | Top | Neg _ => false
  | Is i => never i
  | Conj f g => hopeless_formula f never || hopeless_formula g never
  | Disj f g => hopeless_formula f never && hopeless_formula g never
  end.

Lemma hopeless_more f n n' : (forall i, n i = true -> n' i = true) -> hopeless_formula f n = true -> hopeless_formula f n' = true.
Proof.
  intro H. induction f; cbn; auto; rewrite ?orb_true_iff, ?andb_true_iff; tauto.
Qed.

Lemma hopeless_right f n (holds_at : nat -> Prop) : (forall i, n i = true -> ~ holds_at i) -> hopeless_formula f n = true -> ~ true_of f holds_at.
Proof.
  intro H. induction f; cbn; try discriminate; auto; rewrite ?orb_true_iff, ?andb_true_iff; tauto.
Qed.

(** The conjunction of a list of formulas. *)
Fixpoint every (fs : list formula) : formula := match fs with [] => Top | f :: fs => Conj f (every fs) end.

Lemma every_in fs holds_at f : true_of (every fs) holds_at -> In f fs -> true_of f holds_at.
Proof. induction fs as [|g fs IH]; cbn; [tauto|]. intros [H K] [<-|I]; auto. Qed.

(** * Relevant atoms

    If a part of a formula is certainly false, the atoms in this part are not relevant: replacing them by false does not
    change the value of the formula. The list of marks contains a flag for each atom, which is true if the atom is
    relevant. *)
Fixpoint mark (i : nat) (marks : list bool) : list bool :=
  match marks, i with
  | [], _ => []
  | _ :: marks, O => true :: marks
  | x :: marks, S i => x :: mark i marks
  end.

Fixpoint matter (f : formula) (never : nat -> bool) (marks : list bool) : list bool :=
  match f with
  | Top => marks
  | Is i => if never i then marks else mark i marks
  | Conj g h => if hopeless_formula f never then marks else matter h never (matter g never marks)
  | Disj g h => matter h never (matter g never marks)
  | Neg g => matter g never marks
  end.

Definition marked (marks : list bool) (i : nat) : Prop := nth i marks false = true.

Lemma mark_more i j marks : marked marks j -> marked (mark i marks) j.
Proof. unfold marked. revert i j. induction marks as [|x l IH]; intros [|i] [|j]; cbn; auto. Qed.
Lemma mark_here i marks : i < length marks -> marked (mark i marks) i.
Proof. unfold marked. revert i. induction marks as [|x l IH]; intros [|i]; cbn; intros; auto; try lia. apply IH. lia. Qed.
Lemma length_mark i marks : length (mark i marks) = length marks.
Proof. revert i. induction marks as [|x l IH]; intros [|i]; cbn; auto. Qed.

Lemma length_matter f never : forall marks, length (matter f never marks) = length marks.
Proof.
  induction f as [|i|g IHg h IHh|g IHg h IHh|g IH]; intro marks; cbn [matter]; auto.
  - destruct (never i); auto using length_mark.
  - destruct (hopeless_formula _ _); auto. now rewrite IHh.
  - now rewrite IHh.
Qed.
Lemma matter_more f never j : forall marks, marked marks j -> marked (matter f never marks) j.
Proof.
  induction f as [|i|g IHg h IHh|g IHg h IHh|g IH]; intros marks H; cbn [matter]; auto.
  - destruct (never i); auto using mark_more.
  - destruct (hopeless_formula _ _); auto.
Qed.

Lemma true_of_same f (P Q : nat -> Prop) : (forall i, P i <-> Q i) -> (true_of f P <-> true_of f Q).
Proof. intro H. induction f; cbn; try tauto. apply H. Qed.

Theorem matter_right f never (P R : nat -> Prop) : forall marks, (forall i, never i = true -> ~ P i) ->
  (forall i, length marks <= i -> never i = true) -> (forall i, marked (matter f never marks) i -> R i) ->
  (true_of f P <-> true_of f (fun i => P i /\ R i)).
Proof.
  intros marks N B. revert marks B.
  induction f as [|i|g IHg h IHh|g IHg h IHh|g IH]; intros marks B H; cbn [matter true_of] in *.
  - tauto.
  - destruct (never i) eqn:E; [specialize (N i E); tauto|]. split; [intro K; split; [exact K|]|tauto]. apply H, mark_here.
    destruct (Nat.lt_ge_cases i (length marks)) as [|L]; auto. rewrite (B i L) in E. discriminate.
  - destruct (hopeless_formula (Conj g h) never) eqn:E.
    + assert (K : forall Q : nat -> Prop, (forall i, never i = true -> ~ Q i) -> ~ (true_of g Q /\ true_of h Q)).
      { intros Q NQ. exact (hopeless_right (Conj g h) never Q NQ E). }
      pose proof (K P N). pose proof (K (fun i => P i /\ R i) (fun i E F => N i E (proj1 F))). tauto.
    + rewrite (IHg marks B) by (intros; apply H; now apply matter_more).
      rewrite (IHh (matter g never marks)); [tauto| |exact H]. now rewrite length_matter.
  - rewrite (IHg marks B) by (intros; apply H; now apply matter_more).
    rewrite (IHh (matter g never marks)); [tauto| |exact H]. now rewrite length_matter.
  - now rewrite (IH marks B H).
Qed.
