(** A set in words: an automaton accepts exactly the positions of which a formula is true.

    A formula is made of atoms. It may speak of numbers beside those of the position, of a xor b or |a - b| for instance: [given]
    says what they are. All numbers are read side by side with the automaton, and there are finitely many states of the
    automaton and of the atoms that go together: they are found by search, and then it is checked that they are all, and
    that the automaton and the formula agree in each. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits Reading Search Functions Atoms.
Import ListNotations.
Module PM := PositiveMap.

(** An atom is known by its place in a list. *)
Inductive formula := Top | Is (i : nat) | Conj (f g : formula) | Disj (f g : formula) | Neg (f : formula).

Fixpoint true_of (f : formula) (said : nat -> Prop) : Prop :=
  match f with
  | Top => True
  | Is i => said i
  | Conj f g => true_of f said /\ true_of g said
  | Disj f g => true_of f said \/ true_of g said
  | Neg f => ~ true_of f said
  end.

Fixpoint decide (f : formula) (said : nat -> bool) : bool :=
  match f with
  | Top => true
  | Is i => said i
  | Conj f g => decide f said && decide g said
  | Disj f g => decide f said || decide g said
  | Neg f => negb (decide f said)
  end.

Lemma decide_right f said said' : (forall i, said' i = true <-> said i) -> (decide f said' = true <-> true_of f said).
Proof.
  intro H. induction f as [|i|f IHf g IHg|f IHf g IHg|f IH]; cbn.
  - tauto.
  - apply H.
  - now rewrite andb_true_iff, IHf, IHg.
  - now rewrite orb_true_iff, IHf, IHg.
  - rewrite negb_true_iff, <- IH. destruct (decide f said'); split; congruence.
Qed.

(** False, whatever digits follow; of what is denied nothing is known. *)
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

Lemma hopeless_right f n (said : nat -> Prop) : (forall i, n i = true -> ~ said i) -> hopeless_formula f n = true -> ~ true_of f said.
Proof.
  intro H. induction f; cbn; try discriminate; auto; rewrite ?orb_true_iff, ?andb_true_iff; tauto.
Qed.

Section Claim.
  Context (b : N) (a : automaton) (n m : nat) (atoms : list (atom b)) (given told : formula).

  Definition said (x : list N) (i : nat) : Prop := match nth_error atoms i with Some t => says t x | None => False end.

  (** ** States that go together *)
  Definition state : Type := positive * list (list Z).

  Definition from (q : positive) (s : list (list Z)) (c : list nat) : state :=
    (next a q (firstn n c), map (fun ts => further (fst ts) (snd ts) c) (combine atoms s)).
  Definition first : state := (xH, map (fun t => seen t 0 (repeat 0%N (n + m))) atoms).
  Definition at_place (f : atom b -> list Z -> bool) (s : list (list Z)) : nat -> bool :=
    let l := map (fun ts => f (fst ts) (snd ts)) (combine atoms s) in fun i => nth i l false.
  Definition cut (s : list (list Z)) : bool := hopeless_formula given (at_place doomed s).
  Definition agree (q : positive) (s : list (list Z)) : bool :=
    let now := at_place true_now s in
    negb (decide given now) || Bool.eqb (accepting a q) (decide told now).

  (** A table of states, to look them up. *)
  Definition state_key (s : state) : positive := fold_right (fun zs k => fold_right (fun z k => push (positive_of z) k) k zs) (fst s) (snd s).

  Fixpoint same_list {A} (same : A -> A -> bool) (l l' : list A) : bool :=
    match l, l' with
    | [], [] => true
    | x :: l, y :: l' => same x y && same_list same l l'
    | _, _ => false
    end.
  Definition same_state (s t : state) : bool :=
    Pos.eqb (fst s) (fst t) && same_list Search.same (snd s) (snd t).

  Lemma same_list_right {A} (eq : A -> A -> bool) : (forall x y, eq x y = true -> x = y) ->
    forall l l', same_list eq l l' = true -> l = l'.
  Proof.
    intro H. induction l as [|x l IH]; intros [|y l']; cbn; try discriminate; auto.
    rewrite andb_true_iff. intros [E F]. f_equal; auto.
  Qed.
  Lemma same_right s t : same_state s t = true -> s = t.
  Proof.
    unfold same_state. rewrite andb_true_iff, Pos.eqb_eq. destruct s as [q s], t as [p t]; cbn. intros [-> H].
    f_equal. revert H. apply same_list_right. intros x y. apply same_eq.
  Qed.

  (** Different states may share a key: each key has a list. *)
  Definition listed (t : PM.t (list state)) (s : state) : bool :=
    match PM.find (state_key s) t with Some l => existsb (same_state s) l | None => false end.
  Definition enter (s : state) (t : PM.t (list state)) : PM.t (list state) :=
    PM.add (state_key s) (s :: match PM.find (state_key s) t with Some l => l | None => [] end) t.

  (** Search, depth first, in at most 2^k steps. *)
  Context (b_columns : list (list nat)).

  Definition visit (w : PM.t (list state) * list state * list state) : PM.t (list state) * list state * list state :=
    match w with
    | (_, _, []) => w
    | (t, done, (q, s) :: todo) =>
        let '(t, todo) := fold_left (fun (w : PM.t (list state) * list state) c =>
          let (t, todo) := w in let s' := from q s c in
          if cut (snd s') || listed t s' then w else (enter s' t, s' :: todo)) b_columns (t, todo) in
        (t, (q, s) :: done, todo)
    end.
  Fixpoint visits (k : nat) w :=
    match w with
    | (_, _, []) => w
    | _ => match k with O => visit w | S k => visits k (visits k w) end
    end.
  Definition found : list state :=
    if cut (snd first) then [] else
    let '(_, done, _) := visits 40 (enter first (PM.empty _), [], [first]) in done.

  (** The check of what was found. *)
  Definition all_of (l : list state) : PM.t (list state) := fold_left (fun t s => enter s t) l (PM.empty _).
  Definition closed (l : list state) : bool :=
    let t := all_of l in
    let fine s := cut (snd s) || listed t s in
    fine first && forallb (fun s => agree (fst s) (snd s) && forallb (fun c => fine (from (fst s) (snd s) c)) b_columns) l.
  Definition told_ok : bool := Pos.eqb (next a xH (repeat O n)) xH && closed found.
End Claim.

Section Right.
  Context (b : N) (a : automaton) (n m : nat) (atoms : list (atom b)) (given told : formula).
  Hypothesis base : (1 < b)%N.
  Let from := from b a n atoms.
  Let first := first b n m atoms.
  Let cut := cut b atoms given.

  Lemma listed_in l s : listed (all_of l) s = true -> In s l.
  Proof.
    unfold all_of, listed. assert (H : forall l t u, PM.find (state_key s) (fold_left (fun t s => enter s t) l t) = Some u ->
      In s u -> In s l \/ exists u', PM.find (state_key s) t = Some u' /\ In s u').
    { clear l. induction l as [|s' l IH]; cbn; intros t u H I; [eauto|].
      apply IH with (2 := I) in H as [H|(u' & H & I')]; auto. unfold enter in H.
      destruct (Pos.eq_dec (state_key s) (state_key s')) as [E|E].
      - rewrite E, PM.gss in H. injection H as <-. destruct I' as [->|I']; auto.
        right. rewrite E. destruct (PM.find (state_key s') t); [eauto|destruct I'].
      - rewrite PM.gso in H by auto. eauto. }
    destruct (PM.find _ _) as [u|] eqn:E; [|discriminate]. intro X. apply existsb_exists in X as (s' & I & X).
    apply same_right in X as <-. apply H with (2 := I) in E as [|(u' & F & _)]; auto. rewrite PM.gempty in F. discriminate.
  Qed.

  Definition state_of (L : nat) (x g : list N) : state := (run b a L x, map (fun t => seen t L (x ++ g)) atoms).

  Lemma combine_map {A B C} (f : A -> B) (h : A * B -> C) (l : list A) : map h (combine l (map f l)) = map (fun x => h (x, f x)) l.
  Proof. induction l; cbn; congruence. Qed.

  Lemma state_further L x g : length x = n ->
    state_of (S L) x g = from (run b a L (shorter b x)) (snd (state_of L (shorter b x) (shorter b g))) (last_digits b (x ++ g)).
  Proof.
    intro len. unfold state_of, from, Formulas.from. cbn [snd]. f_equal.
    - rewrite last_app, <- len, <- (length_last b x), firstn_app, firstn_all, Nat.sub_diag. cbn.
      rewrite app_nil_r. reflexivity.
    - rewrite combine_map. apply map_ext. intro t. cbn. rewrite seen_further, shorter_app. reflexivity.
  Qed.

  Lemma at_place_seen (f : atom b -> list Z -> bool) L x g i :
    at_place b atoms f (snd (state_of L x g)) i = match nth_error atoms i with Some t => f t (seen t L (x ++ g)) | None => false end.
  Proof.
    unfold at_place, state_of. cbn [snd]. rewrite combine_map. clear. cbn [fst snd]. revert i.
    induction atoms as [|t l IH]; intros [|i]; cbn; auto.
  Qed.

  Lemma cut_further L x g : length x = n -> below b (S L) (x ++ g) -> cut (snd (state_of L (shorter b x) (shorter b g))) = true ->
    cut (snd (state_of (S L) x g)) = true.
  Proof.
    intros len B. unfold cut, Formulas.cut. apply hopeless_more. intro i. rewrite !at_place_seen, <- shorter_app.
    destruct (nth_error atoms i); [|auto]. now apply doomed_further.
  Qed.

  Theorem told_right : told_ok b a n m atoms given told (columns b (n + m)) = true ->
    forall x g, length x = n -> length g = m -> true_of given (said b atoms (x ++ g)) ->
    (accepts b a x = true <-> true_of told (said b atoms (x ++ g))).
  Proof.
    unfold told_ok. rewrite andb_true_iff, Pos.eqb_eq. intros [zero C].
    set (l := found _ _ _ _ _ _ _) in C. clearbody l. unfold closed in C. rewrite andb_true_iff in C. destruct C as [C0 C].
    fold first in C0. fold cut in C0, C.
    assert (fine : forall s, cut (snd s) || listed (all_of l) s = true -> cut (snd s) = true \/ In s l).
    { intros s H. apply orb_true_iff in H as [H|H]; auto using listed_in. }
    assert (R : forall L x g, length x = n -> length g = m -> below b L (x ++ g) ->
      cut (snd (state_of L x g)) = true \/ In (state_of L x g) l).
    { induction L as [|L IH]; intros x g lx lg B.
      - apply fine. replace (state_of 0 x g) with first; [exact C0|]. unfold state_of, first, Formulas.first.
        cbn [run]. f_equal. apply (below_0 b) in B; auto. rewrite B, len_app, lx, lg. reflexivity.
      - assert (Bs : below b L (shorter b x ++ shorter b g)) by (rewrite <- shorter_app; now apply below_shorter).
        destruct (IH (shorter b x) (shorter b g)) as [H|H]; rewrite ?length_shorter; auto.
        + left. now apply cut_further.
        + apply fine. rewrite state_further by auto. apply (forallb_in _ _ _ C) in H. rewrite andb_true_iff in H.
          destruct H as [_ H]. apply (forallb_in _ _ (last_digits b (x ++ g))) in H; [exact H|].
          apply last_in_columns; auto. rewrite len_app. congruence. }
    intros x g lx lg G. set (L := size (x ++ g)). assert (B : below b L (x ++ g)) by now apply below_size.
    assert (Now : forall i, at_place b atoms true_now (snd (state_of L x g)) i = true <-> said b atoms (x ++ g) i).
    { intro i. rewrite at_place_seen. unfold said. destruct (nth_error atoms i); [now apply true_now_right|].
      split; [discriminate|tauto]. }
    destruct (R L x g lx lg B) as [H|H].
    - exfalso. revert G. revert H. apply hopeless_right. intro i. rewrite at_place_seen. unfold said.
      destruct (nth_error atoms i); [now apply doomed_right | discriminate].
    - apply (forallb_in _ _ _ C) in H. rewrite andb_true_iff in H. destruct H as [H _]. unfold agree in H.
      rewrite (proj2 (decide_right given _ _ Now) G) in H. cbn [negb orb] in H. apply eqb_prop in H.
      rewrite (accepts_run b base a n zero L x lx) by (now apply below_app in B).
      unfold state_of in H at 1. cbn [fst] in H. rewrite H. apply decide_right, Now.
  Qed.
End Right.

(** ** For the files of theorems: what the atoms say, on numbers *)
Ltac open_words := cbn [true_of said nth_error says read column_sums is_bits v_at_least v_residue v_compare is_low
  means fact dot residues_value residue_value r_form r_constant modulus
  pick map entry nth app bits_value In] in *;
  unfold residue_value, sums_divisible in *; cbn [dot nth r_form r_constant modulus pick map] in *.

Ltac numbers := zify; Z.to_euclidean_division_equations; lia.

Lemma both_same A B C D : (A <-> C) -> (B <-> D) -> (A /\ B <-> C /\ D). Proof. tauto. Qed.
Lemma either_same A B C D : (A <-> C) -> (B <-> D) -> (A \/ B <-> C \/ D). Proof. tauto. Qed.
Lemma denied_same A C : (A <-> C) -> (~ A <-> ~ C). Proof. tauto. Qed.

(** The statement has the structure of the formula; the rest is arithmetic, atom by atom. *)
Ltac same_parts :=
  lazymatch goal with
  | |- _ /\ _ <-> _ /\ _ => apply both_same; same_parts
  | |- _ \/ _ <-> _ \/ _ => apply either_same; same_parts
  | |- ~ _ <-> ~ _ => apply denied_same; same_parts
  | |- _ => first [reflexivity | numbers]
  end.
Ltac same_words := open_words; same_parts.

Ltac given_parts :=
  lazymatch goal with
  | |- _ /\ _ => split; given_parts
  | |- _ => first [exact I | reflexivity | unfold dist in *; numbers]
  end.
Ltac given_words P := destruct P as [_ P]; cbn in P; open_words; given_parts.
