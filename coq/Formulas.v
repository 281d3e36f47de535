(** A set in words: an automaton accepts exactly the positions of which a formula is true.

    A formula is made of atoms. It may speak of numbers beside those of the position, of a xor b or |a - b| for instance: [given]
    says what they are. All numbers are read side by side with the automaton, and there are finitely many states of the
    automaton and of the atoms that go together: they are searched, and the automaton and the formula agree in each.

    Digits of a column are chosen one by one. What is given of a number, by those before it, is looked at as soon as it has
    its digit: where that leaves no choice, there is none to follow. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits Reading Search Functions Atoms.
Import ListNotations.

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

(** All of these. *)
Fixpoint every (fs : list formula) : formula := match fs with [] => Top | f :: fs => Conj f (every fs) end.

Lemma every_in fs said f : true_of (every fs) said -> In f fs -> true_of f said.
Proof. induction fs as [|g fs IH]; cbn; [tauto|]. intros [H K] [<-|I]; auto. Qed.

Lemma combine_map {A B C} (f : A -> B) (h : A * B -> C) (l : list A) : map h (combine l (map f l)) = map (fun x => h (x, f x)) l.
Proof. induction l; cbn; congruence. Qed.

Lemma combine_nth_error {A B} (f : A -> B) (l : list A) i :
  nth_error (combine l (map f l)) i = option_map (fun x => (x, f x)) (nth_error l i).
Proof. revert i; induction l as [|x l IH]; intros [|i]; cbn; auto. Qed.

Lemma last_firstn b k x : last_digits b (firstn k x) = firstn k (last_digits b x).
Proof. unfold last_digits. symmetry. apply firstn_map. Qed.
Lemma shorter_firstn b k x : shorter b (firstn k x) = firstn k (shorter b x).
Proof. unfold shorter. symmetry. apply firstn_map. Qed.
Lemma below_firstn b L k x : below b L x -> below b L (firstn k x).
Proof.
  unfold below. rewrite !Forall_forall. intros H v I. apply H. rewrite <- (firstn_skipn k x). apply in_app_iff. now left.
Qed.

Section Claim.
  (** The position has n numbers, and m are read beside it. Each atom speaks of the first so many of all of them. For each
      number there is what is given of it and of those before. *)
  Context (b : N) (a : automaton) (n m : nat) (atoms : list (nat * atom b)) (given : list (list formula)) (told : formula).

  Definition said (x : list N) (i : nat) : Prop :=
    match nth_error atoms i with Some (k, t) => says t (firstn k x) | None => False end.

  (** ** States that go together *)
  Definition state : Type := positive * list (list Z).
  Definition with_atoms (s : state) : list ((nat * atom b) * list Z) := combine atoms (snd s).

  Definition atom_after (ts : (nat * atom b) * list Z) (column : list nat) : list Z :=
    let '((k, t), s) := ts in further t s (firstn k column).

  Definition first : state := (xH, map (fun kt => seen (snd kt) 0 (repeat 0%N (Nat.min (fst kt) (n + m)))) atoms).
  Definition from (s : state) (column : list nat) : state :=
    (next a (fst s) (firstn n column), map (fun ts => atom_after ts column) (with_atoms s)).

  Definition truth (s : state) : nat -> bool :=
    let l := map (fun ts => true_now (snd (fst ts)) (snd ts)) (with_atoms s) in fun i => nth i l false.
  Definition differ (s : state) : bool :=
    let now := truth s in decide (every (concat given)) now && negb (Bool.eqb (accepting a (fst s)) (decide told now)).

  (** The first digits of a column, and what they make hopeless already. *)
  Definition doomed_by (ts : list ((nat * atom b) * list Z)) (column : list nat) (i : nat) : bool :=
    match nth_error ts i with
    | Some ((k, t), s) => (k <=? length column) && doomed t (further t s (firstn k column))
    | None => false
    end.
  Fixpoint columns_from (digits : list nat) (fs : list (list formula)) (ts : list ((nat * atom b) * list Z)) (column : list nat) : list (list nat) :=
    match fs with
    | [] => [column]
    | now :: fs => flat_map (fun d =>
        let column := column ++ [d] in
        if existsb (fun f => hopeless_formula f (doomed_by ts column)) now then [] else columns_from digits fs ts column) digits
    end.
  Definition after (digits : list nat) (s : state) : list state := map (from s) (columns_from digits given (with_atoms s) []).

  Definition state_key (s : state) : positive :=
    fold_right (fun zs k => fold_right (fun z k => push (positive_of z) k) k zs) (push (fst s) xH) (snd s).
  Fixpoint same_lists (l l' : list (list Z)) : bool :=
    match l, l' with
    | [], [] => true
    | x :: l, y :: l' => Search.same x y && same_lists l l'
    | _, _ => false
    end.
  Definition same_state (s t : state) : bool := Pos.eqb (fst s) (fst t) && same_lists (snd s) (snd t).

  Definition told_ok : bool :=
    (1 <? b)%N && Pos.eqb (next a xH (repeat O n)) xH && (length given =? n + m)
    && none_bad state_key same_state (after (seq 0 (N.to_nat b))) differ [first].

  (** ** Why it is right *)
  Lemma same_right s t : same_state s t = true -> s = t.
  Proof.
    unfold same_state. rewrite andb_true_iff, Pos.eqb_eq. destruct s as [q s], t as [p t]; cbn [fst snd]. intros [-> H]. f_equal.
    revert t H. induction s as [|x s IH]; intros [|y t]; cbn; try discriminate; auto.
    rewrite andb_true_iff, same_eq. intros [-> H]. f_equal. auto.
  Qed.

  Lemma columns_all digits ts fs : forall column rest, length rest = length fs -> incl rest digits ->
    In (column ++ rest) (columns_from digits fs ts column) \/
    exists f some more, In f (concat fs) /\ column ++ rest = some ++ more /\ hopeless_formula f (doomed_by ts some) = true.
  Proof.
    induction fs as [|now fs IH]; intros column [|d rest] len I; try discriminate; cbn [columns_from concat].
    - left. rewrite app_nil_r. now left.
    - injection len as len. apply incl_cons_inv in I as [Id I]. specialize (IH (column ++ [d]) rest len I).
      rewrite <- app_assoc in IH. cbn [app] in IH.
      destruct (existsb (fun f => hopeless_formula f (doomed_by ts (column ++ [d]))) now) eqn:E.
      + right. apply existsb_exists in E as (f & If & H). exists f, (column ++ [d]), rest. rewrite <- app_assoc, in_app_iff. auto.
      + destruct IH as [H|(f & some & more & If & Es & H)].
        * left. apply in_flat_map. exists d. split; [exact Id|]. now rewrite E.
        * right. exists f, some, more. rewrite in_app_iff. auto.
  Qed.

  Hypothesis base : (1 < b)%N.

  Definition state_of (L : nat) (x g : list N) : state := (run b a L x, map (fun kt => seen (snd kt) L (firstn (fst kt) (x ++ g))) atoms).
  Definition doomed_of (L : nat) (x g : list N) (i : nat) : bool :=
    match nth_error atoms i with Some (k, t) => doomed t (seen t L (firstn k (x ++ g))) | None => false end.
  Definition cut (L : nat) (x g : list N) : Prop := exists f, In f (concat given) /\ hopeless_formula f (doomed_of L x g) = true.

  Lemma seen_on L x (kt : nat * atom b) : seen (snd kt) (S L) (firstn (fst kt) x) =
    further (snd kt) (seen (snd kt) L (firstn (fst kt) (shorter b x))) (firstn (fst kt) (last_digits b x)).
  Proof. now rewrite seen_further, shorter_firstn, last_firstn. Qed.

  Lemma state_further L x g : length x = n ->
    state_of (S L) x g = from (state_of L (shorter b x) (shorter b g)) (last_digits b (x ++ g)).
  Proof.
    intro len. unfold state_of, from, with_atoms. cbn [fst snd]. f_equal.
    - rewrite last_app, <- len, <- (length_last b x), firstn_app, firstn_all, Nat.sub_diag. cbn.
      rewrite app_nil_r. reflexivity.
    - rewrite combine_map. apply map_ext. intros [k t]. cbn [atom_after]. rewrite <- shorter_app. apply (seen_on L (x ++ g) (k, t)).
  Qed.

  Lemma truth_seen L x g i :
    truth (state_of L x g) i = match nth_error atoms i with Some (k, t) => true_now t (seen t L (firstn k (x ++ g))) | None => false end.
  Proof.
    unfold truth, with_atoms, state_of. cbn [snd]. rewrite combine_map. cbn [fst snd]. clear. revert i.
    induction atoms as [|[k t] l IH]; intros [|i]; cbn; auto.
  Qed.

  Lemma cut_further L x g : below b (S L) (x ++ g) -> cut L (shorter b x) (shorter b g) -> cut (S L) x g.
  Proof.
    intros B (f & I & H). exists f. split; [exact I|]. revert H. apply hopeless_more. intro i. unfold doomed_of.
    destruct (nth_error atoms i) as [[k t]|]; [|auto]. rewrite <- shorter_app, <- shorter_firstn.
    apply doomed_further. now apply below_firstn.
  Qed.

  Lemma cut_early L x g f some more : In f (concat given) -> last_digits b (x ++ g) = some ++ more ->
    hopeless_formula f (doomed_by (with_atoms (state_of L (shorter b x) (shorter b g))) some) = true -> cut (S L) x g.
  Proof.
    intros I E H. exists f. split; [exact I|]. revert H. apply hopeless_more. intro i. unfold doomed_by, doomed_of, with_atoms, state_of.
    cbn [snd]. rewrite combine_nth_error. destruct (nth_error atoms i) as [[k t]|]; cbn [option_map fst snd]; [|discriminate].
    rewrite andb_true_iff, Nat.leb_le. intros [Hk D]. pose proof (seen_on L (x ++ g) (k, t)) as S. cbn [fst snd] in S.
    rewrite S, E, firstn_app. replace (k - length some) with 0 by lia. cbn [firstn]. now rewrite app_nil_r, shorter_app.
  Qed.

  Theorem told_right : told_ok = true ->
    forall x g, length x = n -> length g = m -> true_of (every (concat given)) (said (x ++ g)) ->
    (accepts b a x = true <-> true_of told (said (x ++ g))).
  Proof.
    unfold told_ok. rewrite !andb_true_iff, Pos.eqb_eq, Nat.eqb_eq. intros [[[_ zero] Lg] C].
    apply none_bad_sound in C as (found & K0 & K1); [|exact same_right].
    assert (R : forall L x g, length x = n -> length g = m -> below b L (x ++ g) -> cut L x g \/ found (state_of L x g)).
    { induction L as [|L IH]; intros x g lx lg B.
      - right. apply K0. left. unfold state_of, first. cbn [run]. f_equal. apply map_ext. intros [k t]. cbn [fst snd]. f_equal.
        apply (below_0 b) in B; auto. rewrite B, len_app, lx, lg. clear. revert k. induction (n + m) as [|u IH]; intros [|k]; cbn; auto.
        now rewrite <- IH.
      - assert (Bs : below b L (shorter b x ++ shorter b g)) by (rewrite <- shorter_app; now apply below_shorter).
        destruct (IH (shorter b x) (shorter b g)) as [H|H]; rewrite ?length_shorter; auto.
        + left. now apply cut_further.
        + assert (Ic : In (last_digits b (x ++ g)) (columns b (n + m))) by (apply last_in_columns; auto; rewrite len_app; congruence).
          apply in_columns in Ic as [lc Sc]; [|exact base].
          assert (Id : incl (last_digits b (x ++ g)) (seq 0 (N.to_nat b))).
          { intros d Id. rewrite Forall_forall in Sc. apply in_seq. specialize (Sc d Id). lia. }
          pose proof (columns_all _ (with_atoms (state_of L (shorter b x) (shorter b g))) given [] _ (eq_trans lc (eq_sym Lg)) Id)
            as [I|(f & some & more & If & Es & D)]; [right|left; now apply (cut_early L x g f some more)].
          rewrite state_further by auto. apply (K1 _ H). apply in_map. exact I. }
    intros x g lx lg G. set (L := size (x ++ g)). assert (B : below b L (x ++ g)) by now apply below_size.
    assert (Now : forall i, truth (state_of L x g) i = true <-> said (x ++ g) i).
    { intro i. rewrite truth_seen. unfold said. destruct (nth_error atoms i) as [[k t]|]; [|split; [discriminate|tauto]].
      now apply true_now_right, below_firstn. }
    destruct (R L x g lx lg B) as [(f & If & H)|H].
    - exfalso. apply (every_in _ _ _ G) in If. revert If. revert H. apply hopeless_right. intro i. unfold doomed_of, said.
      destruct (nth_error atoms i) as [[k t]|]; [now apply doomed_right, below_firstn|discriminate].
    - apply K1 in H as [H _]. unfold differ in H.
      rewrite (proj2 (decide_right _ _ _ Now) G) in H. cbn [andb] in H. apply negb_false_iff, eqb_prop in H.
      rewrite (accepts_run b base a n zero L x lx) by (now apply below_app in B).
      unfold state_of in H at 1. cbn [fst] in H. rewrite H. apply decide_right, Now.
  Qed.
End Claim.
