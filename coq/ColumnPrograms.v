(** Column programs: sets of numbers defined by the columns of their digits, most significant column first. *)
From Coq Require Import NArith ZArith List Bool Lia.
From Sprague Require Import Game Lists Digits Functions Atoms.
Import ListNotations.
Local Open Scope nat_scope.

(** * The meaning of column programs

    If a theorem describes a set by a column program, these definitions are part of its statement, like those of [Game].

    The numbers are written one above the other, and the columns of their digits are read, beginning with the highest
    column that is not all zeros. The program is always in a stage, at first in the first stage. The first line of the
    stage that fits the column determines the next step. [Goto] leads to another stage. [Accept] means that the numbers
    are in the set whatever columns follow, and [Reject] that they are not. [Last] means that the numbers are in the set
    if no column follows. If no line fits, the numbers are not in the set. *)
Inductive goal := Accept | Reject | Last | Goto (stage : nat).

(** Every number belongs to a group. The guard [Count] counts a digit among the numbers of a group, and [Total] adds the
    digits of the group. The result, or its residue if a modulus is given, must be one of [numbers]. The guard [Spelt]
    lists the allowed columns, where [None] allows any digit. *)
Inductive guard :=
| Count (digit group : nat) (modulus : option nat) (numbers : list nat)
| Total (group : nat) (modulus : option nat) (numbers : list nat)
| Spelt (columns : list (list (option nat))).

(** A number of the group [whose] with this digit ([None]: with any digit) moves to the group [into_group]. *)
Record regroup := Regroup { whose : nat; digit : option nat; into_group : nat }.

(** A line fits if all its guards are true. If [not_last] is true, another column must follow. *)
Record line := Line { guards : list guard; to : goal; regroups : list regroup; not_last : bool }.

(** A stage consists of its lines and a flag whether columns may end in it. A program consists of its stages and the
    initial group of each number. *)
Record stage := Stage { lines : list line; may_end : bool }.
Record program := Program { stages : list stage; grouped : list nat }.

(** The state of a program after some columns: the stage or verdict, the groups, and whether columns may end. *)
Record reading := Reading { here : goal; groups_now : list nat; may_end_now : bool }.

Definition stage_of (p : program) (i : nat) : stage := nth i (stages p) (Stage [] false).
Definition at_first (p : program) : reading := Reading (Goto 0) (grouped p) (may_end (stage_of p 0)).

Definition digits_of (group : nat) (groups column : list nat) : list nat :=
  map snd (filter (fun gd => fst gd =? group) (combine groups column)).
Definition one_of (found : nat) (modulus : option nat) (numbers : list nat) : bool :=
  existsb (Nat.eqb (match modulus with Some m => found mod m | None => found end)) numbers.
Definition is_digit (wanted : option nat) (d : nat) : bool := match wanted with Some e => e =? d | None => true end.

Definition fits_guard (groups column : list nat) (g : guard) : bool :=
  match g with
  | Count digit group modulus numbers => one_of (count_occ Nat.eq_dec (digits_of group groups column) digit) modulus numbers
  | Total group modulus numbers => one_of (list_sum (digits_of group groups column)) modulus numbers
  | Spelt patterns => existsb (fun p => forallb (fun wd => is_digit (fst wd) (snd wd)) (combine p column)) patterns
  end.
Definition fits (groups column : list nat) (l : line) : bool := forallb (fits_guard groups column) (guards l).

(** The new groups of the numbers: the first entry of [rs] that applies to a number determines its group. *)
Definition regrouped (rs : list regroup) (groups column : list nat) : list nat :=
  map (fun gd => match find (fun r => (whose r =? fst gd) && is_digit (digit r) (snd gd)) rs with
                 | Some r => into_group r
                 | None => fst gd
                 end) (combine groups column).

Definition reading_after (p : program) (r : reading) (column : list nat) : reading :=
  match here r with
  | Accept => Reading Accept [] true
  | Reject | Last => Reading Reject [] false
  | Goto i =>
      match find (fits (groups_now r) column) (lines (stage_of p i)) with
      | Some l =>
          match to l with
          | Goto j => Reading (Goto j) (regrouped (regroups l) (groups_now r) column) (negb (not_last l) && may_end (stage_of p j))
          | Reject => Reading Reject [] false
          | decided => Reading decided [] (negb (not_last l))
          end
      | None => Reading Reject [] false
      end
  end.

(** The state of a program after the columns of L digits in base b; leading columns of zeros are skipped. *)
Definition all_zero (x : list N) : bool := forallb (N.eqb 0) x.
Fixpoint read_columns (b : N) (p : program) (L : nat) (x : list N) : reading :=
  match L with
  | O => at_first p
  | S L => if all_zero x then at_first p else
      reading_after p (read_columns b p L (map (fun n => (n / b)%N) x)) (map (fun n => N.to_nat (n mod b)) x)
  end.

(** The proposition that the numbers are in the set of the program. The number of columns read is the length of the
    largest number in base 2, which is sufficient in every base. *)
Definition in_columns (b : N) (p : program) (x : list N) : Prop :=
  may_end_now (read_columns b p (N.to_nat (N.size (fold_right N.max 0%N x))) x) = true.

(** * The atom of a column program *)
Section Columns.
  Context (b : N) (p : program).
  Hypothesis base : (1 < b)%N.

  Definition read_all (x : list N) : reading := read_columns b p (size x) x.

  Lemma all_zero_further x : all_zero x = all_zero (shorter b x) && forallb (Nat.eqb 0) (last_digits b x).
  Proof.
    induction x as [|n x IH]; [reflexivity|]. cbn [all_zero shorter last_digits map forallb] in *.
    fold (all_zero x) (shorter b x) (last_digits b x). rewrite IH. fold (all_zero (shorter b x)).
    destruct (split_off b base n) as [E D]. set (q := (n / b)%N) in *. set (d := (n mod b)%N) in *.
    replace (0 =? n)%N with ((0 =? q)%N && (0 =? N.to_nat d)).
    - destruct (0 =? q)%N, (0 =? N.to_nat d), (all_zero (shorter b x)), (forallb _ _); reflexivity.
    - rewrite E. destruct (N.eqb_spec 0 q) as [<-|], (Nat.eqb_spec 0 (N.to_nat d)); cbn [andb];
        symmetry; (apply N.eqb_eq || apply N.eqb_neq); nia.
  Qed.

  Lemma zero_below x : below b 0 x -> all_zero x = true.
  Proof. intro B. apply forallb_forall. intros n Hn. unfold below in B. rewrite Forall_forall in B. specialize (B n Hn). apply N.eqb_eq. cbn in B. lia. Qed.

  Lemma read_columns_enough L : forall L' x, below b L x -> below b L' x -> read_columns b p L x = read_columns b p L' x.
  Proof.
    induction L as [|L IH]; intros [|L'] x B B'; cbn [read_columns]; auto.
    - now rewrite zero_below.
    - now rewrite zero_below.
    - destruct (all_zero x); [reflexivity|]. f_equal. apply IH; now apply (below_shorter b base).
  Qed.

  Lemma read_all_further x :
    read_all x = if all_zero x then at_first p else reading_after p (read_all (shorter b x)) (last_digits b x).
  Proof.
    assert (B : below b (S (size x)) x) by (apply (below_more b base (size x)); [lia | now apply below_size]).
    unfold read_all at 1. rewrite (read_columns_enough (size x) (S (size x)) x); [|now apply below_size|exact B].
    cbn [read_columns]. destruct (all_zero x); [reflexivity|]. fold (shorter b x) (last_digits b x). f_equal.
    apply read_columns_enough; [now apply (below_shorter b base) | now apply below_size].
  Qed.

  (** The state of a program as a list of integers, which is empty while only zeros have been read. *)
  Definition goal_code (g : goal) : Z := match g with Accept => -1 | Reject => -2 | Last => -3 | Goto i => Z.of_nat i end.
  Definition goal_of (z : Z) : goal :=
    if (z =? -1)%Z then Accept else if (z =? -2)%Z then Reject else if (z =? -3)%Z then Last else Goto (Z.to_nat z).
  Definition code (r : reading) : list Z :=
    goal_code (here r) :: (if may_end_now r then 1 else 0)%Z :: map Z.of_nat (groups_now r).
  Definition reading_of (s : list Z) : reading :=
    match s with z :: e :: gs => Reading (goal_of z) (map Z.to_nat gs) (e =? 1)%Z | _ => at_first p end.

  Lemma reading_code r : reading_of (code r) = r.
  Proof.
    destruct r as [h gs e]. unfold code, reading_of. cbn [here groups_now may_end_now]. f_equal.
    - destruct h as [| | |i]; try reflexivity. unfold goal_of, goal_code.
      destruct (Z.eqb_spec (Z.of_nat i) (-1)), (Z.eqb_spec (Z.of_nat i) (-2)), (Z.eqb_spec (Z.of_nat i) (-3)); try lia. now rewrite Nat2Z.id.
    - rewrite map_map. rewrite <- (map_id gs) at 2. apply map_ext. intro. apply Nat2Z.id.
    - now destruct e.
  Qed.

  Definition known_columns (x : list N) : list Z := if all_zero x then [] else code (read_all x).
  Definition columns_further (s : list Z) (c : list nat) : list Z :=
    match s with
    | [] => if forallb (Nat.eqb 0) c then [] else code (reading_after p (at_first p) c)
    | _ => code (reading_after p (reading_of s) c)
    end.

  Lemma known_columns_further x : known_columns x = columns_further (known_columns (shorter b x)) (last_digits b x).
  Proof.
    unfold known_columns at 1. rewrite read_all_further, all_zero_further. unfold known_columns.
    destruct (all_zero (shorter b x)) eqn:Z; cbn [andb columns_further].
    - destruct (forallb _ _) eqn:D; [reflexivity|]. do 2 f_equal. unfold read_all. destruct (size _); [reflexivity|]. cbn [read_columns].
      now rewrite Z.
    - change (code (read_all (shorter b x))) with (goal_code (here (read_all (shorter b x))) :: tl (code (read_all (shorter b x)))).
      cbn [columns_further]. change (goal_code (here (read_all (shorter b x))) :: tl (code (read_all (shorter b x)))) with (code (read_all (shorter b x))).
      now rewrite reading_code.
  Qed.

  Lemma known_columns_reading x : reading_of (known_columns x) = read_all x.
  Proof.
    unfold known_columns. destruct (all_zero x) eqn:Z; [|apply reading_code]. rewrite read_all_further, Z. reflexivity.
  Qed.

  Definition rejected (s : list Z) : bool := match reading_of s with Reading Reject [] false => true | _ => false end.

  Lemma rejected_is s : rejected s = true -> reading_of s = Reading Reject [] false.
  Proof. unfold rejected. destruct (reading_of s) as [[| | |i] [|g gs] []]; congruence. Qed.

  Definition columns_true (places : list nat) : atom b.
  Proof.
    refine (Atom b (fun x => in_columns b p (pick 0%N places x)) (fun _ x => known_columns (pick 0%N places x))
      (fun s c => columns_further s (pick O places c)) (fun s => may_end_now (reading_of s)) rejected _ _ _ _); intros L x; try intros _.
    - now rewrite known_columns_further, shorter_pick, last_pick.
    - rewrite known_columns_reading. reflexivity.
    - intro R. apply rejected_is in R. rewrite <- shorter_pick, known_columns_reading in R. unfold rejected.
      rewrite known_columns_reading, read_all_further. set (y := pick 0%N places x) in *.
      destruct (all_zero y) eqn:Z; [|rewrite R; reflexivity].
      rewrite all_zero_further, andb_true_iff in Z. destruct Z as [Z _]. rewrite read_all_further, Z in R. unfold at_first in R. discriminate.
    - intro R. apply rejected_is in R. rewrite known_columns_reading in R. unfold in_columns. fold (size (pick 0%N places x)).
      unfold read_all in R. rewrite R. discriminate.
  Defined.
End Columns.
