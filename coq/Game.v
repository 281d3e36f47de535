(** The definitions that occur in the statements of theorems.

    You must trust this file, in addition to Coq itself. This file defines play, the winner, rules and sets of
    positions, and it contains no proofs. Theorems with formulas also use definitions of Functions.v, ColumnPrograms.v
    and WeightedFormulas.v, and theorems about heaps use definitions of Heaps.v. All other files contain only proofs and
    definitions for proofs. *)
From Coq Require Import NArith ZArith List Permutation FMapPositive.
Import ListNotations.

(** * Play

    Two players move in turn. [move x y] means that one move leads from x to y. [losing x] and [winning x] mean that the
    player to move at x loses or wins. A player without a move loses, except at positions where [last_loses] is true:
    there a player without a move wins. *)
Section Play.
  Context {X : Type} (move : X -> X -> Prop) (last_loses : X -> Prop).

  Definition stuck (x : X) : Prop := forall y, ~ move x y.

  Inductive losing : X -> Prop :=
  | Losing x : (forall y, move x y -> winning y) -> (stuck x -> ~ last_loses x) -> losing x
  with winning : X -> Prop :=
  | Winning x y : move x y -> losing y -> winning x
  | Spared x : stuck x -> last_loses x -> winning x.
End Play.

(** The sum of a game and a Nim pile: a player moves in the game or takes chips from the pile. The Grundy value of x is
    the number v such that the player to move loses the sum of x and a pile of v chips (Sprague 1935, Grundy 1939). *)
Definition beside_nim {X : Type} (move : X -> X -> Prop) (x y : X * N) : Prop :=
  (move (fst x) (fst y) /\ snd y = snd x) \/ (fst y = fst x /\ (snd y < snd x)%N).

Definition grundy_value {X : Type} (move : X -> X -> Prop) (x : X) (v : N) : Prop :=
  losing (beside_nim move) (fun _ => False) (x, v).

(** Play with blocking: the player who has just moved may forbid up to m options for the next move of the opponent. If a
    position is forbidden, all positions that the relation [same] equates with it are forbidden as well. A player
    without a permitted move loses. *)
Section Blocking.
  Context {X : Type} (move same : X -> X -> Prop) (m : nat).

  Inductive losing_blocked : X -> Prop :=
  | Losing_blocked x forbidden : length forbidden <= m ->
      (forall y, move x y -> Exists (same y) forbidden \/ winning_blocked y) -> losing_blocked x
  with winning_blocked : X -> Prop :=
  | Winning_blocked x :
      (forall forbidden, length forbidden <= m ->
         exists y, move x y /\ ~ Exists (same y) forbidden /\ losing_blocked y) -> winning_blocked x.
End Blocking.

(** * Terms and conditions of the rule notation

    Terms and conditions refer to a list of natural numbers: [Var i] is the number with index i, counted from 0. *)
Inductive term :=
| Var (i : nat)
| Num (z : Z)
| Add (t u : term) | Sub (t u : term) | Times (z : Z) (t : term)
| Div (t : term) (m : Z) | Mod (t : term) (m : Z)
| Min (t u : term) | Max (t u : term) | Abs (t : term).

Fixpoint value (t : term) (v : list N) : Z :=
  match t with
  | Var i => Z.of_N (nth i v 0%N)
  | Num z => z
  | Add t u => value t v + value u v
  | Sub t u => value t v - value u v
  | Times z t => z * value t v
  | Div t m => value t v / m
  | Mod t m => value t v mod m
  | Min t u => Z.min (value t v) (value u v)
  | Max t u => Z.max (value t v) (value u v)
  | Abs t => Z.abs (value t v)
  end.

Inductive condition :=
| Always
| Le (t u : term) | Lt (t u : term) | Eq (t u : term)
| Power (t : term) (b : Z)              (* t is 1, b, b^2, ... *)
| And (c d : condition) | Or (c d : condition) | Not (c : condition).

Fixpoint holds (c : condition) (v : list N) : Prop :=
  match c with
  | Always => True
  | Le t u => (value t v <= value u v)%Z
  | Lt t u => (value t v < value u v)%Z
  | Eq t u => value t v = value u v
  | Power t b => exists e, (0 <= e)%Z /\ value t v = (b ^ e)%Z
  | And c d => holds c v /\ holds d v
  | Or c d => holds c v \/ holds d v
  | Not c => ~ holds c v
  end.

(** * Rules *)
Definition position := list N.

(** [pick l order]: the members of l with the indices in [order]. *)
Definition pick {A} (d : A) (order : list nat) (l : list A) : list A := map (fun i => nth i l d) order.

(** A move as it is written in the notation: (piles) -> (target) where condition. The terms and the condition refer to
    the entries of the position before the move, followed by [choices] numbers that the mover chooses. *)
Record written := Written { choices : nat; target : list term; legal : condition }.

Definition written_move (w : written) (x y : position) : Prop :=
  exists k, length k = choices w /\ holds (legal w) (x ++ k) /\
    Forall2 (fun t n => value t (x ++ k) = Z.of_N n) (target w) y.

(** A rule: the number of entries of a position; a group label for each entry, where entries of the same group are
    interchangeable; the condition that a list is a position; the conditions [stop when] and [win when]; and the moves. *)
Record rule := Rule {
  entries : nat;
  groups : list nat;
  positions : condition;
  stop : condition;
  win : condition;
  moves : list written
}.

Definition is_position (r : rule) (x : position) : Prop := length x = entries r /\ holds (positions r) x.

Definition is_order (r : rule) (order : list nat) : Prop :=
  Permutation (seq 0 (entries r)) order /\ pick 0 order (groups r) = groups r.

(** A move leads from x to y if play is not over at x, y is a position, and one of the written moves leads from x to y
    after some permutation of interchangeable entries, the same in x and y. *)
Definition move (r : rule) (x y : position) : Prop :=
  ~ holds (stop r) x /\ ~ holds (win r) x /\ is_position r y /\
  exists w order, In w (moves r) /\ is_order r order /\ written_move w (pick 0%N order x) (pick 0%N order y).

(** In normal play, a player without a move loses. In misère play, a player without a move wins, except where [win when]
    is true. *)
Inductive convention := Normal | Misere.

Definition last_loses (c : convention) (r : rule) (x : position) : Prop :=
  match c with Normal => False | Misere => ~ holds (win r) x end.

Definition p_position (c : convention) (r : rule) (x : position) : Prop := losing (move r) (last_loses c r) x.
Definition n_position (c : convention) (r : rule) (x : position) : Prop := winning (move r) (last_loses c r) x.

(** Normal play in which up to m options may be forbidden. Two positions are the same if they differ only in the order
    of interchangeable entries. *)
Definition same_position (r : rule) (x y : position) : Prop := exists order, is_order r order /\ pick 0%N order x = y.

Definition p_position_blocking (m : nat) (r : rule) (x : position) : Prop := losing_blocked (move r) (same_position r) m x.
Definition n_position_blocking (m : nat) (r : rule) (x : position) : Prop := winning_blocked (move r) (same_position r) m x.

(** * Sets of positions as automata

    An automaton reads the digits of all entries side by side, column by column, the most significant column first. For
    each state the automaton contains a tree and a flag. The digit of the first entry selects a subtree of the tree, the
    digit of the second entry selects a subtree of this subtree, and so on, until a leaf gives the next state. The flag
    tells whether the state is accepting. *)
Inductive tree := Leaf (q : positive) | Node (ts : list tree).

Fixpoint walk (t : tree) (column : list nat) {struct column} : positive :=
  match t, column with
  | Leaf q, _ => q
  | Node ts, d :: column => walk (nth d ts (Leaf xH)) column
  | Node _, [] => xH
  end.

Definition automaton := PositiveMap.t (tree * bool).

(** The automaton with the given tree and flag for each state, where the states are numbered from 1 on. *)
Fixpoint numbered {A} (i : positive) (l : list A) : PositiveMap.t A :=
  match l with [] => PositiveMap.empty A | a :: l => PositiveMap.add i a (numbered (Pos.succ i) l) end.
Definition make_automaton (rows : list (tree * bool)) : automaton := numbered 1 rows.

Definition next (a : automaton) (q : positive) (column : list nat) : positive :=
  match PositiveMap.find q a with Some (t, _) => walk t column | None => q end.
Definition accepting (a : automaton) (q : positive) : bool :=
  match PositiveMap.find q a with Some (_, yes) => yes | None => false end.

(** The state after L digits of each number in base b, starting in state 1. *)
Fixpoint run (b : N) (a : automaton) (L : nat) (x : list N) : positive :=
  match L with
  | O => xH
  | S L => next a (run b a L (map (fun n => (n / b)%N) x)) (map (fun n => N.to_nat (n mod b)) x)
  end.

(** Whether the automaton accepts the numbers. The number of digits read is the length of the largest number in base 2,
    which is sufficient in every base. *)
Definition accepts (b : N) (a : automaton) (x : position) : bool :=
  accepting a (run b a (N.to_nat (N.size (fold_right N.max 0%N x))) x).

(** Weights of digits that satisfy a recurrence, instead of 1, b, b^2, .... The first weights are [given]. Every later
    weight is the sum of the preceding weights multiplied by [factors], the oldest weight first. For example,
    [weights [1; 2] [1; 1]] is the sequence 1, 2, 3, 5, 8, .... *)
Definition products (l m : list Z) : Z := fold_right (fun p sum => (fst p * snd p + sum)%Z) 0%Z (combine l m).

Fixpoint sequence (factors window : list Z) (i : nat) : Z :=
  match i with
  | O => hd 0%Z window
  | S i => sequence factors (tl window ++ [products factors window]) i
  end.

Definition weights (given factors : list Z) (i : nat) : N := Z.to_N (sequence factors given i).

(** The state after L digits of each number, starting in state q. The digits of a number are found greedily, the largest
    weight first: the digit is the quotient by the weight, and the remainder determines the other digits. *)
Fixpoint run_by (weight : nat -> N) (a : automaton) (q : positive) (L : nat) (x : list N) : positive :=
  match L with
  | O => q
  | S L => run_by weight a (next a q (map (fun n => N.to_nat (n / weight L)) x)) L (map (fun n => (n mod weight L)%N) x)
  end.

(** Whether the automaton accepts the numbers in digits with increasing weights. The number of digits read is the
    largest number, which is sufficient. *)
Definition accepts_by (weight : nat -> N) (a : automaton) (x : position) : bool :=
  accepting a (run_by weight a xH (N.to_nat (fold_right N.max 0%N x)) x).

(** * Notation for terms and conditions *)
Declare Scope term_scope.
Delimit Scope term_scope with term.
Bind Scope term_scope with term.
Definition to_term (z : Z) : term := Num z.
Definition of_term (t : term) : option Z := match t with Num z => Some z | _ => None end.
Number Notation term to_term of_term : term_scope.
Infix "+" := Add : term_scope.
Infix "-" := Sub : term_scope.
Notation "z '*' t" := (Times z%Z t) : term_scope.
Notation "t 'div' m" := (Div t m%Z) (at level 40) : term_scope.
Notation "t 'mod' m" := (Mod t m%Z) : term_scope.

Declare Scope condition_scope.
Delimit Scope condition_scope with condition.
Bind Scope condition_scope with condition.
Infix "<=" := Le : condition_scope.
Infix "<" := Lt : condition_scope.
Infix "=" := Eq : condition_scope.
Notation "t <> u" := (Not (Eq t u)) : condition_scope.
Infix "/\" := And : condition_scope.
Infix "\/" := Or : condition_scope.
Notation "~ c" := (Not c) : condition_scope.
Arguments Written _%nat _ _%condition.
Arguments Rule _%nat _%nat _%condition _%condition _%condition _%list.
Notation Never := (Not Always).
