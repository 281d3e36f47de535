(** Existential quantifiers: an atom that is true if some numbers make a formula true.

    The automaton reads the digits of the free numbers, and guesses the digits of the quantified numbers. Its state is
    the sorted list of all states of the formula that guesses can reach. A quantified number may have more digits than
    the free numbers, so the initial list contains all states that such digits can reach. *)
From Coq Require Import NArith ZArith List Bool Lia.
From Sprague Require Import Game Lists Digits DigitConditions EarlyVerdict StateSearch Functions Atoms Formulas.
Import ListNotations.
Local Open Scope nat_scope.

(** * Sorted lists without duplicates *)
Fixpoint compare_numbers (l m : list Z) : comparison :=
  match l, m with
  | [], [] => Datatypes.Eq
  | [], _ => Datatypes.Lt
  | _, [] => Gt
  | x :: l, y :: m => match (x ?= y)%Z with Datatypes.Eq => compare_numbers l m | other => other end
  end.
Fixpoint compare_lists (l m : list (list Z)) : comparison :=
  match l, m with
  | [], [] => Datatypes.Eq
  | [], _ => Datatypes.Lt
  | _, [] => Gt
  | x :: l, y :: m => match compare_numbers x y with Datatypes.Eq => compare_lists l m | other => other end
  end.

Lemma compare_numbers_eq l : forall m, compare_numbers l m = Datatypes.Eq -> l = m.
Proof.
  induction l as [|x l IH]; intros [|y m]; cbn; try discriminate; auto. destruct (Z.compare_spec x y) as [->| |]; try discriminate.
  intro H. f_equal. auto.
Qed.
Lemma compare_lists_eq l : forall m, compare_lists l m = Datatypes.Eq -> l = m.
Proof.
  induction l as [|x l IH]; intros [|y m]; cbn; try discriminate; auto. destruct (compare_numbers x y) eqn:E; try discriminate.
  apply compare_numbers_eq in E as ->. intro H. f_equal. auto.
Qed.

Fixpoint same_lists (l m : list (list Z)) : bool :=
  match l, m with
  | [], [] => true
  | x :: l, y :: m => same x y && same_lists l m
  | _, _ => false
  end.
Lemma same_lists_right l : forall m, same_lists l m = true -> l = m.
Proof.
  induction l as [|x l IH]; intros [|y m]; cbn; try discriminate; auto. rewrite andb_true_iff, same_eq. intros [-> H]. f_equal. auto.
Qed.

Lemma combine_map {A B C} (f : A -> B) (h : A * B -> C) (l : list A) : map h (combine l (map f l)) = map (fun x => h (x, f x)) l.
Proof. induction l; cbn; congruence. Qed.

Definition inner := list (list Z).

Fixpoint put_in (s : inner) (l : list inner) : list inner :=
  match l with
  | [] => [s]
  | t :: rest => match compare_lists s t with Datatypes.Eq => l | Datatypes.Lt => s :: l | Gt => t :: put_in s rest end
  end.
Definition ordered (l : list inner) : list inner := fold_right put_in [] l.

Lemma in_put_in s u l : In u (put_in s l) <-> u = s \/ In u l.
Proof.
  induction l as [|t l IH]; cbn [put_in In]; [intuition auto|]. destruct (compare_lists s t) eqn:E; cbn [In].
  - apply compare_lists_eq in E as ->. intuition auto.
  - intuition auto.
  - rewrite IH. intuition auto.
Qed.
Lemma in_ordered u l : In u (ordered l) <-> In u l.
Proof. induction l as [|s l IH]; cbn [ordered fold_right In]; [tauto|]. fold (ordered l). rewrite in_put_in, IH. intuition auto. Qed.

(** * Encoding of lists of lists of integers as lists of integers *)
Definition write_numbers (zs : list Z) : list Z := Z.of_nat (length zs) :: zs.
Definition write_inner (s : inner) : list Z := Z.of_nat (length s) :: flat_map write_numbers s.
Definition write_inners (l : list inner) : list Z := Z.of_nat (length l) :: flat_map write_inner l.

Fixpoint read_several {A} (read : list Z -> A * list Z) (count : nat) (l : list Z) : list A * list Z :=
  match count with
  | O => ([], l)
  | S count => let (a, l) := read l in let (more, l) := read_several read count l in (a :: more, l)
  end.
Definition read_numbers (l : list Z) : list Z * list Z :=
  match l with z :: l => (firstn (Z.to_nat z) l, skipn (Z.to_nat z) l) | [] => ([], []) end.
Definition read_inner (l : list Z) : inner * list Z :=
  match l with z :: l => read_several read_numbers (Z.to_nat z) l | [] => ([], []) end.
Definition read_inners (l : list Z) : list inner :=
  match l with z :: l => fst (read_several read_inner (Z.to_nat z) l) | [] => [] end.

Lemma read_several_right {A} (read : list Z -> A * list Z) (write : A -> list Z) :
  (forall a rest, read (write a ++ rest) = (a, rest)) ->
  forall l rest, read_several read (length l) (flat_map write l ++ rest) = (l, rest).
Proof.
  intro H. induction l as [|a l IH]; intro rest; cbn [length read_several flat_map]; auto.
  now rewrite <- app_assoc, H, IH.
Qed.
Lemma read_numbers_right zs rest : read_numbers (write_numbers zs ++ rest) = (zs, rest).
Proof.
  unfold read_numbers, write_numbers. cbn [app]. rewrite Nat2Z.id, firstn_app, skipn_app, Nat.sub_diag, firstn_all, skipn_all.
  cbn. now rewrite app_nil_r.
Qed.
Lemma read_inner_right s rest : read_inner (write_inner s ++ rest) = (s, rest).
Proof. unfold read_inner, write_inner. cbn [app]. rewrite Nat2Z.id. apply read_several_right, read_numbers_right. Qed.
Lemma read_inners_right l : read_inners (write_inners l) = l.
Proof.
  unfold read_inners, write_inners. rewrite Nat2Z.id, <- (app_nil_r (flat_map write_inner l)).
  now rewrite (read_several_right read_inner write_inner read_inner_right).
Qed.

(** * Existence of m numbers, given n numbers *)
Section Some_numbers.
  Context (b : N).
  Hypothesis base : (1 < b)%N.
  Context (n m : nat) (atoms : list (atom b)) (body : formula).

  Definition inner_holds_at (x : list N) (i : nat) : Prop := match nth_error atoms i with Some t => true_at t x | None => False end.
  Definition some_numbers (x : list N) : Prop := exists g, length g = m /\ true_of body (inner_holds_at (x ++ g)).

  Definition inner_state (L : nat) (x : list N) : inner := map (fun t => state_after t L x) atoms.
  Definition inner_step (s : inner) (c : list nat) : inner := map (fun ts => further (fst ts) (snd ts) c) (combine atoms s).
  Definition at_place (f : atom b -> list Z -> bool) (s : inner) : nat -> bool :=
    let l := map (fun ts => f (fst ts) (snd ts)) (combine atoms s) in fun i => nth i l false.
  Definition inner_cut (s : inner) : bool := hopeless_formula body (at_place doomed s).
  Definition inner_now (s : inner) : bool := decide body (at_place true_now s).

  Definition guessed (l : list inner) (c : list nat) : list inner :=
    ordered (filter (fun s => negb (inner_cut s)) (flat_map (fun s => map (fun d => inner_step s (c ++ d)) (columns b m)) l)).

  Definition nothing_read : inner := inner_state 0 (repeat 0%N (n + m)).

  Lemma at_place_inner (f : atom b -> list Z -> bool) L x i :
    at_place f (inner_state L x) i = match nth_error atoms i with Some t => f t (state_after t L x) | None => false end.
  Proof.
    unfold at_place, inner_state. rewrite combine_map. cbn [fst snd]. revert i.
    induction atoms as [|t l IH]; intros [|i]; cbn; auto.
  Qed.

  Lemma inner_further L x : inner_state (S L) x = inner_step (inner_state L (shorter b x)) (last_digits b x).
  Proof. unfold inner_state, inner_step. rewrite combine_map. apply map_ext. intro t. apply state_after_further. Qed.

  Lemma inner_cut_stays L x : below b (S L) x -> inner_cut (inner_state L (shorter b x)) = true -> inner_cut (inner_state (S L) x) = true.
  Proof.
    intro B. unfold inner_cut. apply hopeless_more. intro i. rewrite !at_place_inner.
    destruct (nth_error atoms i); [|auto]. now apply doomed_further.
  Qed.
  Lemma inner_cut_right L x : below b L x -> inner_cut (inner_state L x) = true -> ~ true_of body (inner_holds_at x).
  Proof.
    intro B. unfold inner_cut. apply hopeless_right. intro i. rewrite at_place_inner. unfold inner_holds_at.
    destruct (nth_error atoms i); [now apply doomed_right | discriminate].
  Qed.
  Lemma inner_now_right L x : below b L x -> (inner_now (inner_state L x) = true <-> true_of body (inner_holds_at x)).
  Proof.
    intro B. unfold inner_now. apply decide_right. intro i. rewrite at_place_inner. unfold inner_holds_at.
    destruct (nth_error atoms i); [now apply true_now_right | split; [discriminate|tauto]].
  Qed.

  Lemma in_guessed l c u : In u (guessed l c) <->
    inner_cut u = false /\ exists s d, In s l /\ In d (columns b m) /\ u = inner_step s (c ++ d).
  Proof.
    unfold guessed. rewrite in_ordered, filter_In, in_flat_map, negb_true_iff. split.
    - intros [(s & Is & I) K]. apply in_map_iff in I as (d & <- & Id). eauto 6.
    - intros [K (s & d & Is & Id & ->)]. split; auto. exists s. split; auto. apply in_map_iff. eauto.
  Qed.

  (** ** Guessed digits are the digits of some numbers *)
  Definition reached (L : nat) (y : list N) (s : inner) : Prop :=
    exists k g, length g = m /\ below b (L + k) g /\ s = inner_state (L + k) (y ++ g).

  Lemma reached_further L y s d : length y = n -> In d (columns b m) -> reached L (shorter b y) s ->
    reached (S L) y (inner_step s (last_digits b y ++ d)).
  Proof.
    intros ly Id (k & g & lg & B & ->). rewrite <- lg in Id. destruct (longer_spec b base g d Id) as (l' & E1 & E2).
    exists k, (longer b g d). split; [congruence|]. split.
    - change (S L + k) with (S (L + k)). now apply (below_longer b base).
    - change (S L + k) with (S (L + k)). now rewrite inner_further, shorter_app, last_app, E1, E2.
  Qed.

  (** ** Correctness for any initial list *)
  Context (starts : list inner).
  Hypothesis starts_reached : forall s, In s starts -> reached 0 (repeat 0%N n) s.
  Hypothesis starts_all : In nothing_read starts /\ forall s, In s (guessed starts (repeat 0 n)) -> In s starts.

  Fixpoint guesses (L : nat) (y : list N) : list inner :=
    match L with O => starts | S L => guessed (guesses L (shorter b y)) (last_digits b y) end.

  Lemma guesses_reached L : forall y, length y = n -> below b L y -> forall s, In s (guesses L y) -> reached L y s.
  Proof.
    induction L as [|L IH]; intros y ly B s I; cbn [guesses] in I.
    - apply (below_0 b) in B; auto. rewrite B, ly. now apply starts_reached.
    - apply in_guessed in I as [_ (t & d & It & Id & ->)]. apply reached_further; auto.
      apply IH; auto; [now rewrite length_shorter | now apply (below_shorter b base)].
  Qed.

  (** ** The guesses include the digits of all numbers *)
  Lemma start_complete k : forall g, length g = m -> below b k g ->
    inner_cut (inner_state k (repeat 0%N n ++ g)) = true \/ In (inner_state k (repeat 0%N n ++ g)) starts.
  Proof.
    destruct starts_all as [K0 K].
    induction k as [|k IH]; intros g lg B.
    - right. apply (below_0 b) in B; auto. rewrite B, lg, <- repeat_app. exact K0.
    - assert (E : inner_state (S k) (repeat 0%N n ++ g) = inner_step (inner_state k (repeat 0%N n ++ shorter b g)) (repeat 0 n ++ last_digits b g)).
      { now rewrite inner_further, shorter_app, last_app, shorter_zeros, last_zeros. }
      destruct (IH (shorter b g)) as [H|H]; [now rewrite length_shorter | now apply (below_shorter b base) | |].
      + left. apply inner_cut_stays; [|now rewrite shorter_app, shorter_zeros]. apply below_app. split; auto. now apply below_zeros.
      + destruct (inner_cut (inner_state (S k) (repeat 0%N n ++ g))) eqn:C; auto. right.
        apply K, in_guessed. split; auto.
        exists (inner_state k (repeat 0%N n ++ shorter b g)), (last_digits b g). split; auto. split; auto.
        apply last_in_columns; auto.
  Qed.

  Lemma guesses_complete k L : forall y g, length y = n -> length g = m -> below b L y -> below b (L + k) g ->
    inner_cut (inner_state (L + k) (y ++ g)) = true \/ In (inner_state (L + k) (y ++ g)) (guesses L y).
  Proof.
    induction L as [|L IH]; intros y g ly lg By Bg; cbn [guesses Nat.add] in *.
    - apply (below_0 b) in By; auto. rewrite By, ly. now apply start_complete.
    - destruct (IH (shorter b y) (shorter b g)) as [H|H]; try (now rewrite length_shorter); try (now apply (below_shorter b base)).
      + left. apply inner_cut_stays; [|now rewrite shorter_app]. apply below_app. split; auto.
        apply (below_more b base (S L)); auto. lia.
      + destruct (inner_cut (inner_state (S (L + k)) (y ++ g))) eqn:C; auto. right. apply in_guessed. split; auto.
        exists (inner_state (L + k) (shorter b y ++ shorter b g)), (last_digits b g). split; auto. split; [now apply last_in_columns|].
        now rewrite inner_further, shorter_app, last_app.
  Qed.

  Lemma below_both L k y g : below b L y -> below b (L + k) g -> below b (L + k) (y ++ g).
  Proof. intros By Bg. apply below_app. split; auto. apply (below_more b base L); auto. lia. Qed.

  Lemma some_guess L y : length y = n -> below b L y -> (existsb inner_now (guesses L y) = true <-> some_numbers y).
  Proof.
    intros ly By. split.
    - intro H. apply existsb_in in H as (s & I & T). apply guesses_reached in I as (k & g & lg & Bg & ->); auto.
      exists g. split; auto. apply (inner_now_right (L + k)); auto. now apply below_both.
    - intros (g & lg & T). assert (Bg : below b (L + size g) g) by (apply (below_more b base (size g)); [lia | now apply below_size]).
      destruct (guesses_complete (size g) L y g ly lg By Bg) as [C|I].
      + exfalso. revert T. apply (inner_cut_right (L + size g)); auto. now apply below_both.
      + apply existsb_exists. eexists. split; [exact I|]. apply inner_now_right; auto. now apply below_both.
  Qed.

  Definition some_from (places : list nat) (len : length places = n) : atom b.
  Proof.
    refine (Atom b (fun x => some_numbers (pick 0%N places x)) (fun L x => write_inners (guesses L (pick 0%N places x)))
      (fun s c => write_inners (guessed (read_inners s) (pick O places c)))
      (fun s => existsb inner_now (read_inners s))
      (fun s => match read_inners s with [] => true | _ => false end) _ _ _ _); intros L x.
    - cbn [guesses]. now rewrite read_inners_right, shorter_pick, last_pick.
    - intro B. rewrite read_inners_right. apply some_guess; [now rewrite length_pick | now apply (below_pick b base)].
    - intros _. cbn [guesses]. rewrite !read_inners_right, shorter_pick. destruct (guesses L _); [reflexivity | discriminate].
    - intro B. rewrite read_inners_right. rewrite <- (some_guess L); [|now rewrite length_pick | now apply (below_pick b base)].
      destruct (guesses L _); [discriminate | intro H; discriminate H].
  Defined.
End Some_numbers.

(** * The initial list: all states that digits before the first digit of the free numbers can reach *)
Section Start.
  Context (b : N).
  Hypothesis base : (1 < b)%N.
  Context (n m : nat) (atoms : list (atom b)) (body : formula).
  Let guessed := guessed b m atoms body.
  Let reached := reached b m atoms 0 (repeat 0%N n).

  Fixpoint grown (k : nat) (l : list inner) : list inner :=
    match k with
    | O => l
    | S k => let more := ordered (l ++ guessed l (repeat 0 n)) in
        if length more =? length l then l else grown k more
    end.

  Lemma grown_reached k : forall l, (forall s, In s l -> reached s) -> forall s, In s (grown k l) -> reached s.
  Proof.
    induction k as [|k IH]; intros l H s; cbn [grown]; auto. destruct (_ =? _); auto. apply IH. clear s. intros s I.
    unfold guessed in I. rewrite in_ordered, in_app_iff, in_guessed in I. destruct I as [I|[_ (t & d & It & Id & ->)]]; auto.
    apply H in It. destruct It as (j & g & lg & B & ->). rewrite <- lg in Id. destruct (longer_spec b base g d Id) as (l' & E1 & E2).
    exists (S j), (longer b g d). split; [congruence|]. split; [now apply (below_longer b base)|]. cbn [Nat.add].
    now rewrite inner_further, shorter_app, last_app, shorter_zeros, last_zeros, E1, E2.
  Qed.

  Definition first_only : list inner := [nothing_read b n m atoms].

  Lemma first_reached s : In s first_only -> reached s.
  Proof.
    intros [<-|[]]. exists 0, (repeat 0%N m). split; [apply len_repeat|]. split; [now apply below_zeros|].
    unfold nothing_read. now rewrite repeat_app.
  Qed.

  Definition closed_from (l : list inner) : bool :=
    let same s := existsb (same_lists s) l in same (nothing_read b n m atoms) && forallb same (guessed l (repeat 0 n)).

  Lemma closed_all l : closed_from l = true -> In (nothing_read b n m atoms) l /\ forall s, In s (guessed l (repeat 0 n)) -> In s l.
  Proof.
    assert (E : forall s, existsb (same_lists s) l = true -> In s l).
    { intros s H. apply existsb_in in H as (t & I & H). now apply same_lists_right in H as ->. }
    unfold closed_from. rewrite andb_true_iff, forallb_forall. intros [H0 H]. split; auto.
  Qed.
End Start.

(** The initial list, computed in at most k rounds. *)
Definition at_start (b : N) (n m : nat) (atoms : list (atom b)) (body : formula) (k : nat) : list inner :=
  grown b n m atoms body k (first_only b n m atoms).
Definition start_ok (b : N) (n m : nat) (atoms : list (atom b)) (body : formula) (k : nat) : bool :=
  closed_from b n m atoms body (at_start b n m atoms body k).

(** The atom that some m numbers, together with the numbers with the given indices, satisfy the formula. *)
Definition some_number (b : N) (base : (1 < b)%N) (n m : nat) (atoms : list (atom b)) (body : formula) (k : nat)
  (ok : start_ok b n m atoms body k = true) : forall places, length places = n -> atom b :=
  some_from b base n m atoms body (at_start b n m atoms body k)
    (grown_reached b base n m atoms body k (first_only b n m atoms) (first_reached b base n m atoms))
    (closed_all b n m atoms body (at_start b n m atoms body k) ok).
