(** The definitions in the statements of theorems.

    This file must be trusted, beside Coq itself: play, the winner, rules and sets of positions as data. Everything in it
    is a definition. Theorems with formulas also use definitions of Functions.v, ColumnPrograms.v and WeightedFormulas.v,
    and theorems about heaps those of Heaps.v. All other files only prove. *)
From Coq Require Import NArith ZArith List Permutation FMapPositive.
Import ListNotations.

(** * Play

    Two players move in turn. [move x y] says that one move leads from x to y. The player to move at x loses, or wins.
    A player who has no move loses in general; where [last_loses] holds it is the other way round. *)
Section Play.
  Context {X : Type} (move : X -> X -> Prop) (last_loses : X -> Prop).

  Definition stuck (x : X) : Prop := forall y, ~ move x y.

  Inductive losing : X -> Prop :=
  | Losing x : (forall y, move x y -> winning y) -> (stuck x -> ~ last_loses x) -> losing x
  with winning : X -> Prop :=
  | Winning x y : move x y -> losing y -> winning x
  | Spared x : stuck x -> last_loses x -> winning x.
End Play.

(** The sum with a pile of Nim: move in the game, or take chips from the pile. Where the player to move loses the sum
    of x and a pile of v chips, v is the Grundy value of x (Sprague 1935, Grundy 1939). *)
Definition beside_nim {X : Type} (move : X -> X -> Prop) (x y : X * N) : Prop :=
  (move (fst x) (fst y) /\ snd y = snd x) \/ (fst y = fst x /\ (snd y < snd x)%N).

Definition grundy_value {X : Type} (move : X -> X -> Prop) (x : X) (v : N) : Prop :=
  losing (beside_nim move) (fun _ => False) (x, v).

(** Play with blocking: the player who has moved may forbid up to m options of the other, for the next move only. What is
    forbidden are positions, and with them all that are the [same]. A player who has no move left that is not forbidden
    loses. *)
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

(** * Terms and conditions, as the notation of rules has them

    They speak of natural numbers in a list: [Var i] is the one at place i, counted from 0. *)
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

(** [pick l order]: the members of l at these places. *)
Definition pick {A} (d : A) (order : list nat) (l : list A) : list A := map (fun i => nth i l d) order.

(** A move as it is written: (piles) -> (target) where condition. Terms and condition speak of the entries of the
    position left, and then of [choices] numbers, which are the mover's choice. *)
Record written := Written { choices : nat; target : list term; legal : condition }.

Definition written_move (w : written) (x y : position) : Prop :=
  exists k, length k = choices w /\ holds (legal w) (x ++ k) /\
    Forall2 (fun t n => value t (x ++ k) = Z.of_N n) (target w) y.

(** A rule: how many entries a position has; for each entry the group that it is in, where entries of one group may
    come in any order; what makes a position; where play is over by [stop when] and by [win when]; the moves. *)
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

(** x -> y: play is not over at x, y is a position, and after both are put into some other order of entries that are
    alike, it is one of the moves. *)
Definition move (r : rule) (x y : position) : Prop :=
  ~ holds (stop r) x /\ ~ holds (win r) x /\ is_position r y /\
  exists w order, In w (moves r) /\ is_order r order /\ written_move w (pick 0%N order x) (pick 0%N order y).

(** Normal play: who cannot move has lost. Misere play: has won, except at [win when]. *)
Inductive convention := Normal | Misere.

Definition last_loses (c : convention) (r : rule) (x : position) : Prop :=
  match c with Normal => False | Misere => ~ holds (win r) x end.

Definition p_position (c : convention) (r : rule) (x : position) : Prop := losing (move r) (last_loses c r) x.
Definition n_position (c : convention) (r : rule) (x : position) : Prop := winning (move r) (last_loses c r) x.

(** Normal play where up to m options may be forbidden. Positions that differ in the order of entries that are alike are
    the same. *)
Definition same_position (r : rule) (x y : position) : Prop := exists order, is_order r order /\ pick 0%N order x = y.

Definition p_position_blocking (m : nat) (r : rule) (x : position) : Prop := losing_blocked (move r) (same_position r) m x.
Definition n_position_blocking (m : nat) (r : rule) (x : position) : Prop := winning_blocked (move r) (same_position r) m x.

(** * Sets of positions as automata

    An automaton reads the digits of all entries side by side, column by column, the most significant first. For each
    state it has a tree: the digit of the first entry leads to a subtree, the next digit to one of that, until a leaf
    names the state that follows; and whether the state accepts. *)
Inductive tree := Leaf (q : positive) | Node (ts : list tree).

Fixpoint walk (t : tree) (column : list nat) {struct column} : positive :=
  match t, column with
  | Leaf q, _ => q
  | Node ts, d :: column => walk (nth d ts (Leaf xH)) column
  | Node _, [] => xH
  end.

Definition automaton := PositiveMap.t (tree * bool).

(** As it is written in a file: a tree and a verdict for each state, from state 1 on. *)
Fixpoint numbered {A} (i : positive) (l : list A) : PositiveMap.t A :=
  match l with [] => PositiveMap.empty A | a :: l => PositiveMap.add i a (numbered (Pos.succ i) l) end.
Definition make_automaton (rows : list (tree * bool)) : automaton := numbered 1 rows.

Definition next (a : automaton) (q : positive) (column : list nat) : positive :=
  match PositiveMap.find q a with Some (t, _) => walk t column | None => q end.
Definition accepting (a : automaton) (q : positive) : bool :=
  match PositiveMap.find q a with Some (_, yes) => yes | None => false end.

(** The state, from state 1 on, after L digits of each number in base b. *)
Fixpoint run (b : N) (a : automaton) (L : nat) (x : list N) : positive :=
  match L with
  | O => xH
  | S L => next a (run b a L (map (fun n => (n / b)%N) x)) (map (fun n => N.to_nat (n mod b)) x)
  end.

(** All digits are read: there are no more of them than the largest number has in base 2. *)
Definition accepts (b : N) (a : automaton) (x : position) : bool :=
  accepting a (run b a (N.to_nat (N.size (fold_right N.max 0%N x))) x).

(** Weights of digits other than 1, b, b^2, ...: some are given, and each after them is a sum of as many before it, times
    these factors, that of the oldest first. So [weights [1; 2] [1; 1]] are 1, 2, 3, 5, 8, ... *)
Definition products (l m : list Z) : Z := fold_right (fun p sum => (fst p * snd p + sum)%Z) 0%Z (combine l m).

Fixpoint sequence (factors window : list Z) (i : nat) : Z :=
  match i with
  | O => hd 0%Z window
  | S i => sequence factors (tl window ++ [products factors window]) i
  end.

Definition weights (given factors : list Z) (i : nat) : N := Z.to_N (sequence factors given i).

(** The state, from state q on, after L digits of each number: of each weight, from the largest on, a number has as many
    as there is room for. *)
Fixpoint run_by (weight : nat -> N) (a : automaton) (q : positive) (L : nat) (x : list N) : positive :=
  match L with
  | O => q
  | S L => run_by weight a (next a q (map (fun n => N.to_nat (n / weight L)) x)) L (map (fun n => (n mod weight L)%N) x)
  end.

(** All digits are read, where weights go up: as many as the largest number says. *)
Definition accepts_by (weight : nat -> N) (a : automaton) (x : position) : bool :=
  accepting a (run_by weight a xH (N.to_nat (fold_right N.max 0%N x)) x).

(** * Notation: terms and conditions as they are written *)
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
