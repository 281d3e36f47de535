(** The check that an automaton accepts exactly the positions for which a formula is true.

    A formula consists of atoms. It may use numbers that are not entries of the position, for example a xor b or |a -
    b|. The conditions [given] define these numbers. The digits of all numbers are read in parallel. The automaton and
    the atoms have finitely many combinations of states. The check searches all reachable combinations, and the
    automaton and the formula must agree in each of them.

    The digits of a column are chosen one by one. A condition that defines a number from earlier numbers is evaluated as
    soon as the digit of the number is chosen, which leaves few possibilities. Atoms that cannot change the result are
    dropped. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits DigitConditions StateSearch Functions Atoms.
From Sprague Require Export Propositions.
Import ListNotations.

Lemma last_firstn b k x : last_digits b (firstn k x) = firstn k (last_digits b x).
Proof. unfold last_digits. symmetry. apply firstn_map. Qed.
Lemma shorter_firstn b k x : shorter b (firstn k x) = firstn k (shorter b x).
Proof. unfold shorter. symmetry. apply firstn_map. Qed.
Lemma below_firstn b L k x : below b L x -> below b L (firstn k x).
Proof.
  unfold below. rewrite !Forall_forall. intros H v I. apply H. rewrite <- (firstn_skipn k x). apply in_app_iff. now left.
Qed.

Section Claim.
  (** The automaton reads a position with n entries, and m more numbers. A pair (k, t) in [atoms] means that the atom t
      depends only on the first k numbers. The list [given] contains, for each number, the conditions on it and on
      earlier numbers. *)
  Context (b : N) (a : automaton) (n m : nat) (atoms : list (nat * atom b)) (given : list (list formula)) (claim : formula).

  Definition holds_at (x : list N) (i : nat) : Prop :=
    match nth_error atoms i with Some (k, t) => true_at t (firstn k x) | None => False end.

  (** ** Combined states of the automaton and of the atoms that are still relevant *)
  Definition state : Type := positive * list (option (list Z)).
  Definition with_atom : Type := (nat * atom b) * option (list Z).
  Definition with_atoms (s : list (option (list Z))) : list with_atom := combine atoms s.

  Definition atom_after (column : list nat) (ts : with_atom) : option (list Z) :=
    let '((k, t), o) := ts in option_map (fun s => further t s (firstn k column)) o.
  Definition true_so_far (ts : with_atom) : bool := match snd ts with Some s => true_now (snd (fst ts)) s | None => false end.
  Definition never_more (ts : with_atom) : bool := match snd ts with Some s => doomed (snd (fst ts)) s | None => true end.

  (** The atoms of given conditions, which are never dropped. *)
  Definition needed : list bool := matter (every (concat given)) (fun i => length atoms <=? i) (repeat false (length atoms)).

  Definition forget (s : list (option (list Z))) : list (option (list Z)) :=
    let never := map never_more (with_atoms s) in
    map (fun mo : bool * option (list Z) => if fst mo then snd mo else None) (combine (matter claim (fun i => nth i never true) needed) s).

  Definition first : state :=
    (xH, forget (map (fun kt => Some (state_after (snd kt) 0 (repeat 0%N (Nat.min (fst kt) (n + m))))) atoms)).
  Definition from (s : state) (column : list nat) : state :=
    (next a (fst s) (firstn n column), forget (map (atom_after column) (with_atoms (snd s)))).

  Definition truth (s : state) : nat -> bool := let l := map true_so_far (with_atoms (snd s)) in fun i => nth i l false.
  Definition differ (s : state) : bool :=
    let now := truth s in decide (every (concat given)) now && negb (Bool.eqb (accepting a (fst s)) (decide claim now)).

  (** Whether the digits chosen so far make atom i false, whatever digits follow. *)
  Definition doomed_by (ts : list with_atom) (column : list nat) (i : nat) : bool :=
    match nth_error ts i with
    | Some ((k, t), Some s) => (k <=? length column) && doomed t (further t s (firstn k column))
    | _ => false
    end.
  Fixpoint columns_from (digits : list nat) (fs : list (list formula)) (ts : list with_atom) (column : list nat) : list (list nat) :=
    match fs with
    | [] => [column]
    | now :: fs => flat_map (fun d =>
        let column := column ++ [d] in
        if existsb (fun f => hopeless_formula f (doomed_by ts column)) now then [] else columns_from digits fs ts column) digits
    end.
  Definition after (digits : list nat) (s : state) : list state :=
    map (from s) (columns_from digits given (with_atoms (snd s)) []).

  Definition state_key (s : state) : positive :=
    fold_right (fun o k => match o with Some zs => push 2 (fold_right (fun z k => push (positive_of z) k) k zs) | None => push 1 k end)
      (push (fst s) xH) (snd s).
  Fixpoint same_atoms (l l' : list (option (list Z))) : bool :=
    match l, l' with
    | [], [] => true
    | Some x :: l, Some y :: l' => StateSearch.same x y && same_atoms l l'
    | None :: l, None :: l' => same_atoms l l'
    | _, _ => false
    end.
  Definition same_state (s t : state) : bool := Pos.eqb (fst s) (fst t) && same_atoms (snd s) (snd t).

  Definition claim_ok : bool :=
    (1 <? b)%N && Pos.eqb (next a xH (repeat O n)) xH && (length given =? n + m)
    && none_bad state_key same_state (after (seq 0 (N.to_nat b))) differ [first].

  (** ** Correctness *)
  Lemma same_right s t : same_state s t = true -> s = t.
  Proof.
    unfold same_state. rewrite andb_true_iff, Pos.eqb_eq. destruct s as [q s], t as [p t]; cbn [fst snd]. intros [-> H]. f_equal.
    revert t H. induction s as [|[x|] s IH]; intros [|[y|] t]; cbn; try discriminate; auto.
    - rewrite andb_true_iff, same_eq. intros [-> H]. f_equal. auto.
    - intro H. f_equal. auto.
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

  (** The state of an atom after L digits, and whether the atom is false whatever digits follow. *)
  Definition state_of (L : nat) (x : list N) (kt : nat * atom b) : list Z := state_after (snd kt) L (firstn (fst kt) x).
  Definition doomed_of (L : nat) (x : list N) (i : nat) : bool :=
    match nth_error atoms i with Some kt => doomed (snd kt) (state_of L x kt) | None => true end.
  Definition cut (L : nat) (x : list N) : Prop := exists f, In f (concat given) /\ hopeless_formula f (doomed_of L x) = true.

  Lemma state_after_on L x kt : state_of (S L) x kt = further (snd kt) (state_of L (shorter b x) kt) (firstn (fst kt) (last_digits b x)).
  Proof. unfold state_of. now rewrite state_after_further, shorter_firstn, last_firstn. Qed.

  Lemma doomed_on L x i : below b (S L) x -> doomed_of L (shorter b x) i = true -> doomed_of (S L) x i = true.
  Proof.
    intro B. unfold doomed_of, state_of. destruct (nth_error atoms i) as [kt|]; [|auto]. rewrite <- shorter_firstn.
    apply doomed_further. now apply below_firstn.
  Qed.

  (** The invariant of the search: each stored state is the state of its atom after L digits, the atoms of given
      conditions are kept, and dropped atoms cannot change the result. *)
  Definition some (s : list (option (list Z))) (i : nat) : Prop := nth i s None <> None.
  Record stands (L : nat) (x : list N) (s : list (option (list Z))) : Prop := Stands {
    as_many : length s = length atoms;
    as_state_of : forall i kt z, nth_error atoms i = Some kt -> nth i s None = Some z -> z = state_of L x kt;
    given_known : forall i, marked needed i -> some s i;
    claim_same : forall P : nat -> Prop, (forall i, doomed_of L x i = true -> ~ P i) -> (true_of claim P <-> true_of claim (fun i => P i /\ some s i))
  }.

  Lemma length_needed : length needed = length atoms.
  Proof. unfold needed. now rewrite length_matter, repeat_length. Qed.

  Lemma with_atoms_nth (s : list (option (list Z))) i : length s = length atoms ->
    nth_error (with_atoms s) i = option_map (fun kt => (kt, nth i s None)) (nth_error atoms i).
  Proof.
    unfold with_atoms. generalize atoms. intro l. revert s i. induction l as [|kt l IH]; intros [|o s] [|i]; cbn; try discriminate; auto.
  Qed.

  Lemma map_nth_error {A B} (f : A -> B) l i d : nth i (map f l) d = match nth_error l i with Some x => f x | None => d end.
  Proof. revert i; induction l as [|x l IH]; intros [|i]; cbn; auto. Qed.

  Lemma some_forget s i : length s = length atoms ->
    nth i (forget s) None = if nth i (matter claim (fun i => nth i (map never_more (with_atoms s)) true) needed) false then nth i s None else None.
  Proof.
    intro len. unfold forget. set (marks := matter _ _ _). assert (lm : length marks = length s).
    { unfold marks. now rewrite length_matter, length_needed. }
    clearbody marks. revert s i lm len. clear. intros s i lm _. revert s i lm.
    induction marks as [|x marks IH]; intros [|o s] [|i]; cbn; try discriminate; auto.
  Qed.

  Lemma forget_stands L x s : stands L x s -> stands L x (forget s).
  Proof.
    intros [Le Se Gi To]. set (never := fun i => nth i (map never_more (with_atoms s)) true).
    assert (Fo := fun i => some_forget s i Le). fold never in Fo.
    assert (Ne : forall i, never i = true <-> ~ some s i \/ doomed_of L x i = true).
    { intro i. unfold never, some, doomed_of. rewrite map_nth_error, with_atoms_nth by auto.
      destruct (nth_error atoms i) as [kt|] eqn:E; cbn [option_map]; [|tauto]. unfold never_more. cbn [fst snd].
      destruct (nth i s None) as [z|] eqn:Ez; [|intuition congruence]. rewrite (Se i kt z E Ez).
      split; [auto|]. intros [H|H]; [exfalso; apply H; congruence|exact H]. }
    split.
    - unfold forget. rewrite len_map, len_combine; rewrite length_matter, length_needed; auto.
    - intros i kt z E Ez. rewrite Fo in Ez. destruct (nth i (matter _ _ _) false); [|discriminate]. eauto.
    - intros i M. unfold some. rewrite Fo. pose proof (matter_more claim never i needed M) as K. unfold marked in K. rewrite K. now apply Gi.
    - intros P HP. rewrite (To P HP).
      rewrite (matter_right claim never (fun i => P i /\ some s i) (fun i => marked (matter claim never needed) i) needed).
      + apply true_of_same. intro i. unfold some, marked. rewrite Fo. destruct (nth i (matter _ _ _) false); intuition congruence.
      + intros i H [Pi So]. apply Ne in H as [H|H]; [auto|]. now apply (HP i).
      + intros i H. rewrite length_needed in H. apply Ne. left. unfold some. rewrite nth_overflow by lia. auto.
      + auto.
  Qed.

  Lemma stands_on L x s : below b (S L) x -> stands L (shorter b x) s -> stands (S L) x (map (atom_after (last_digits b x)) (with_atoms s)).
  Proof.
    intros B [Le Se Gi To].
    assert (Nt : forall i, nth i (map (atom_after (last_digits b x)) (with_atoms s)) None =
      match nth_error atoms i with Some kt => atom_after (last_digits b x) (kt, nth i s None) | None => None end).
    { intro i. rewrite map_nth_error, with_atoms_nth by auto. now destruct (nth_error atoms i). }
    assert (So : forall i, some (map (atom_after (last_digits b x)) (with_atoms s)) i <-> some s i).
    { intro i. unfold some. rewrite Nt. destruct (nth_error atoms i) as [[k t]|] eqn:E.
      - cbn [atom_after]. destruct (nth i s None); cbn; intuition congruence.
      - apply nth_error_None in E. rewrite nth_overflow by lia. tauto. }
    split.
    - rewrite len_map. now apply len_combine.
    - intros i kt z E. rewrite Nt, E. destruct kt as [k t]. cbn [atom_after]. destruct (nth i s None) as [y|] eqn:Ey; [|discriminate].
      cbn. intros [= <-]. rewrite (Se i (k, t) y E Ey), state_after_on. reflexivity.
    - intros i M. apply So, Gi, M.
    - intros P HP. rewrite (To P) by (intros i D; apply HP; now apply doomed_on). apply true_of_same. intro i. now rewrite So.
  Qed.

  Lemma stands_first : stands 0 (repeat 0%N (n + m)) (map (fun kt => Some (state_after (snd kt) 0 (repeat 0%N (Nat.min (fst kt) (n + m))))) atoms).
  Proof.
    assert (Fi : forall k u, firstn k (repeat 0%N u) = repeat 0%N (Nat.min k u)).
    { intros k u. revert k. induction u as [|u IH]; intros [|k]; cbn; auto. now rewrite IH. }
    assert (So : forall i, i < length atoms -> some (map (fun kt => Some (state_after (snd kt) 0 (repeat 0%N (Nat.min (fst kt) (n + m))))) atoms) i).
    { intros i Hi. unfold some. rewrite map_nth_error. destruct (nth_error atoms i) eqn:E; [congruence|].
      apply nth_error_None in E. lia. }
    split.
    - apply len_map.
    - intros i kt z E. rewrite map_nth_error, E. intros [= <-]. unfold state_of. now rewrite Fi.
    - intros i M. apply So. destruct (Nat.lt_ge_cases i (length atoms)) as [|H]; auto.
      unfold marked in M. rewrite nth_overflow in M by (rewrite length_needed; auto). discriminate.
    - intros P HP. apply true_of_same. intro i. split; [|tauto]. intro Pi. split; [exact Pi|]. apply So.
      destruct (Nat.lt_ge_cases i (length atoms)) as [|H]; auto. exfalso. apply (HP i); auto.
      unfold doomed_of. apply nth_error_None in H. now rewrite H.
  Qed.

  Lemma cut_further L x : below b (S L) x -> cut L (shorter b x) -> cut (S L) x.
  Proof.
    intros B (f & I & H). exists f. split; [exact I|]. revert H. apply hopeless_more. intro i. now apply doomed_on.
  Qed.

  Lemma cut_early L x s f some more : stands L (shorter b x) s -> In f (concat given) -> last_digits b x = some ++ more ->
    hopeless_formula f (doomed_by (with_atoms s) some) = true -> cut (S L) x.
  Proof.
    intros St I E H. exists f. split; [exact I|]. revert H. apply hopeless_more. intro i. unfold doomed_by, doomed_of.
    rewrite with_atoms_nth by apply St. destruct (nth_error atoms i) as [[k t]|] eqn:Ei; cbn [option_map]; [|discriminate].
    destruct (nth i s None) as [z|] eqn:Ez; [|discriminate]. rewrite (as_state_of _ _ _ St i (k, t) z Ei Ez).
    rewrite andb_true_iff, Nat.leb_le. intros [Hk D]. rewrite state_after_on. cbn [fst snd].
    rewrite E, firstn_app. replace (k - length some) with 0 by lia. cbn [firstn]. now rewrite app_nil_r.
  Qed.

  Lemma truth_right L x s i : below b L x -> stands L x (snd s) -> (truth s i = true <-> holds_at x i /\ some (snd s) i).
  Proof.
    intros B St. unfold truth, holds_at, some. rewrite map_nth_error, with_atoms_nth by apply St.
    destruct (nth_error atoms i) as [[k t]|] eqn:E; cbn [option_map]; [|intuition congruence]. unfold true_so_far. cbn [fst snd].
    destruct (nth i (snd s) None) as [z|] eqn:Ez; [|intuition congruence]. rewrite (as_state_of _ _ _ St i (k, t) z E Ez).
    unfold state_of. cbn [fst snd]. rewrite true_now_right by (now apply below_firstn). intuition congruence.
  Qed.

  Theorem claim_right : claim_ok = true ->
    forall x g, length x = n -> length g = m -> true_of (every (concat given)) (holds_at (x ++ g)) ->
    (accepts b a x = true <-> true_of claim (holds_at (x ++ g))).
  Proof.
    unfold claim_ok. rewrite !andb_true_iff, Pos.eqb_eq, Nat.eqb_eq. intros [[[_ zero] Lg] C].
    apply none_bad_sound in C as (found & K0 & K1); [|exact same_right].
    assert (R : forall L x g, length x = n -> length g = m -> below b L (x ++ g) ->
      cut L (x ++ g) \/ exists s, found (run b a L x, s) /\ stands L (x ++ g) s).
    { induction L as [|L IH]; intros x g lx lg B.
      - right. eexists. split; [apply K0; now left|]. apply (below_0 b) in B; auto. rewrite B, len_app, lx, lg.
        apply forget_stands, stands_first.
      - assert (Bs : below b L (shorter b x ++ shorter b g)) by (rewrite <- shorter_app; now apply below_shorter).
        destruct (IH (shorter b x) (shorter b g)) as [H|(s & F & St)]; rewrite ?length_shorter; auto; rewrite <- shorter_app in *.
        + left. now apply cut_further.
        + assert (Ic : In (last_digits b (x ++ g)) (columns b (n + m))) by (apply last_in_columns; auto; rewrite len_app; congruence).
          apply in_columns in Ic as [lc Sc]; [|exact base].
          assert (Id : incl (last_digits b (x ++ g)) (seq 0 (N.to_nat b))).
          { intros d Id. rewrite Forall_forall in Sc. apply in_seq. specialize (Sc d Id). lia. }
          pose proof (columns_all _ (with_atoms s) given [] _ (eq_trans lc (eq_sym Lg)) Id)
            as [I|(f & some & more & If & Es & D)]; [right|left; now apply (cut_early L _ s f some more)].
          eexists. split; [|apply forget_stands, stands_on; eassumption].
          assert (Ef : firstn n (last_digits b (x ++ g)) = last_digits b x).
          { rewrite last_app, <- lx, <- (length_last b x), firstn_app, firstn_all, Nat.sub_diag. cbn. apply app_nil_r. }
          apply (in_map (from (run b a L (shorter b x), s))) in I. unfold from in I at 1. cbn [fst snd app] in I. rewrite Ef in I.
          exact (proj2 (K1 _ F) _ I). }
    intros x g lx lg G. set (L := size (x ++ g)). assert (B : below b L (x ++ g)) by now apply below_size.
    assert (Never : forall i, doomed_of L (x ++ g) i = true -> ~ holds_at (x ++ g) i).
    { intro i. unfold doomed_of, holds_at. destruct (nth_error atoms i) as [[k t]|]; [now apply doomed_right, below_firstn|auto]. }
    destruct (R L x g lx lg B) as [(f & If & H)|(s & F & St)].
    - exfalso. apply (every_in _ _ _ G) in If. revert If. revert H. now apply hopeless_right.
    - apply K1 in F as [H _]. unfold differ in H.
      assert (Now := fun i => truth_right L (x ++ g) (run b a L x, s) i B St). cbn [snd] in Now.
      rewrite (proj2 (decide_right (every (concat given)) _ _ Now)) in H.
      2:{ revert G. apply (matter_right _ (fun i => length atoms <=? i) _ _ (repeat false (length atoms))).
          - intros i Hi. apply Nat.leb_le in Hi. unfold holds_at. apply nth_error_None in Hi. rewrite Hi. auto.
          - intros i Hi. rewrite repeat_length in Hi. now apply Nat.leb_le.
          - apply (given_known _ _ _ St). }
      cbn [andb fst] in H. apply negb_false_iff, eqb_prop in H.
      rewrite (accepts_run b base a n zero L x lx) by (now apply below_app in B).
      rewrite H, (decide_right claim _ _ Now). symmetry. now apply (claim_same _ _ _ St).
  Qed.
End Claim.
