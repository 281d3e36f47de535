(** Formulas about digits with recurrent weights: functions of these digits, and atoms that evaluate them.

    Automata read words of these digits like digits in a base ([DigitWords]). Therefore an atom about numbers becomes an
    atom about their words, and [Formulas] can check that an automaton and a formula agree. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits RecurrentWeights LinearForms WeightedForms DigitWords CarryState DigitConditions EarlyVerdict StateSearch Numerations Functions Atoms Formulas.
Import ListNotations.
Local Open Scope N_scope.

(** * Functions of digits with recurrent weights

    If a theorem describes a set by a formula, these definitions are part of its statement, like those of [Game]. The
    digits of a number are found greedily, the largest weight first. *)

(** [shift weight n]: the number whose digits are the digits of n followed by a zero. *)
Fixpoint shifted (weight : nat -> N) (L : nat) (n : N) : N :=
  match L with O => 0 | S L => n / weight L * weight (S L) + shifted weight L (n mod weight L) end.
Definition shift (weight : nat -> N) (n : N) : N := shifted weight (N.to_nat n) n.

(** [zeros weight n]: the number of final zeros of n; 0 if n = 0. *)
Fixpoint ending (weight : nat -> N) (L : nat) (n : N) : N :=
  match L with
  | O => 0
  | S L => if n mod weight L =? 0 then N.of_nat L else ending weight L (n mod weight L)
  end.
Definition zeros (weight : nat -> N) (n : N) : N := if n =? 0 then 0 else ending weight (N.to_nat n) n.

(** * The functions in terms of words *)
Section V.
  Context (b : N).
  Hypothesis base : 1 < b.

  Lemma v_power e L : 0 < e -> e < b -> v b (e * b ^ N.of_nat L) = N.of_nat L.
  Proof.
    intros He Hb. induction L as [|L IH].
    - change (b ^ N.of_nat 0) with 1. replace (e * 1) with (b * 0 + e) by lia. rewrite v_digit by auto.
      now rewrite (proj2 (N.eqb_neq e 0)) by lia.
    - rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r'. replace (e * (b * b ^ N.of_nat L)) with (b * (e * b ^ N.of_nat L) + 0) by lia.
      rewrite v_digit, IH by lia. change (0 =? 0) with true. cbn iota.
      pose proof (N.pow_nonzero b (N.of_nat L)). rewrite (proj2 (N.eqb_neq _ 0)) by nia. reflexivity.
  Qed.

  Lemma v_beyond e L : forall r, 0 < r -> r < b ^ N.of_nat L -> v b (e * b ^ N.of_nat L + r) = v b r.
  Proof.
    induction L as [|L IH]; intros r Hr Hb; [change (b ^ N.of_nat 0) with 1 in Hb; lia|].
    rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in *. destruct (split_off b base r) as [E D].
    set (q := r / b) in *. set (d := r mod b) in *. clearbody q d. subst r.
    replace (e * (b * b ^ N.of_nat L) + (b * q + d)) with (b * (e * b ^ N.of_nat L + q) + d) by lia.
    rewrite !v_digit by auto. destruct (N.eqb_spec d 0) as [->|]; [|reflexivity].
    assert (0 < q) by nia. rewrite IH by nia. rewrite !(proj2 (N.eqb_neq _ 0)) by nia. reflexivity.
  Qed.
End V.

Section Coded.
  Context (s : words).
  Hypothesis ok : words_ok s = true.
  Local Notation b := (WordCount.digits s).
  Local Notation auto := (number_words b (terms s) (repeats s)).

  Lemma worth_shifted L : forall n, n < W s L -> worth b (heft s) 1 L (word s L n) = Z.of_N (shifted (W s) L n).
  Proof.
    induction L as [|L IH]; intros n H; [reflexivity|]. cbn [word shifted].
    rewrite (worth_top s); auto using (first_digit s ok), (word_below s ok), (rest_small s ok).
    rewrite IH by apply (rest_small s ok). rewrite N2Z.inj_add, N2Z.inj_mul, (W_weight s ok). reflexivity.
  Qed.

  Lemma zero_follows L c : c < b ^ N.of_nat L -> is_number s c -> is_number s (b * c).
  Proof.
    intros Hc. pose proof (WordCount.base s ok) as more.
    assert (Hb : b * c < b ^ N.of_nat (S L)) by (rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r'; nia).
    rewrite (is_number_reads s ok L c Hc), (is_number_reads s ok (S L) (b * c) Hb). cbn [run_from].
    unfold shorter, last_digits. cbn [map]. replace (b * c / b) with c by (rewrite N.mul_comm, N.div_mul; lia).
    replace (b * c mod b) with 0 by (rewrite N.mul_comm, N.mod_mul; lia).
    assert (K : forall L p c, (p <= length (terms s))%nat -> exists p', (p' <= length (terms s))%nat /\
      run_from b auto (state_of_place p) L [c] = state_of_place p').
    { clear L c Hc Hb. induction L as [|L IH]; intros p c Hp; [eauto|]. cbn [run_from]. unfold shorter. cbn [map].
      destruct (IH p (c / b) Hp) as (p' & Hp' & E). rewrite E. destruct (Nat.eq_dec p' (length (terms s))) as [->|ne].
      - exists (length (terms s)). split; auto. apply next_dead.
      - unfold last_digits. cbn [map]. rewrite next_place; [|lia|apply N.mod_lt; lia]. eexists. split; [|reflexivity].
        pose proof (after_in s ok p'). destruct (_ <? _)%nat; [lia|]. destruct (_ =? _)%nat; lia. }
    destruct (K L 0%nat c) as (p' & Hp' & E); [lia|]. rewrite E. intro Ne.
    assert (Hp : (p' < length (terms s))%nat).
    { destruct (Nat.eq_dec p' (length (terms s))) as [->|]; [congruence|lia]. }
    rewrite next_place by (auto; lia). cbn [N.to_nat]. pose proof (after_in s ok p') as A. unfold state_of_place.
    destruct (nth p' (terms s) 0%nat) as [|t]; cbn [Nat.ltb Nat.leb Nat.eqb]; lia.
  Qed.

  Lemma encode_shift n : encode s (shift (W s) n) = b * encode s n.
  Proof.
    pose proof (number_below s ok n) as H. pose proof (word_below s ok _ _ H) as Hb.
    change (word s (N.to_nat n) n) with (encode s n) in Hb.
    destruct (encode_is_number s ok n) as [I _]. pose proof (zero_follows _ _ Hb I) as I'.
    destruct (number_encoded s ok _ I') as [m E]. rewrite <- E. f_equal.
    destruct (encode_is_number s ok m) as [_ A]. rewrite E in A. apply N2Z.inj. rewrite <- A.
    pose proof (WordCount.base s ok) as more.
    rewrite (amount_worth b (heft s) more (S (N.to_nat n))) by (rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r'; nia).
    cbn [worth]. replace (b * encode s n / b) with (encode s n) by (rewrite N.mul_comm, N.div_mul; lia).
    replace (b * encode s n mod b) with 0 by (rewrite N.mul_comm, N.mod_mul; lia).
    unfold encode. rewrite worth_shifted by auto. unfold shift. lia.
  Qed.

  Lemma zeros_encode n : v b (encode s n) = zeros (W s) n.
  Proof.
    unfold zeros. destruct (N.eqb_spec n 0) as [->|Ne]; [reflexivity|]. unfold encode.
    pose proof (number_below s ok n) as H. revert H Ne. generalize n at 1 3 5 7. generalize (N.to_nat n). clear n.
    induction n as [|L IH]; intros n H Ne.
    - pose proof (weight_first s ok) as F. rewrite <- (W_weight s ok) in F. lia.
    - cbn [word ending]. pose proof (WordCount.base s ok) as more. destruct (W_facts s ok L) as [PW _].
      pose proof (N.div_mod n (W s L)) as E. pose proof (first_digit s ok L n H) as F. pose proof (rest_small s ok L n) as R.
      destruct (N.eqb_spec (n mod W s L) 0) as [Z|NZ].
      + rewrite Z. replace (word s L 0) with 0.
        * rewrite N.add_0_r. apply v_power; auto. enough (n / W s L <> 0) by lia. intro Q. rewrite Q, Z in E. lia.
        * clear. induction L as [|L IH]; [reflexivity|]. exact IH.
      + rewrite v_beyond; auto using (word_below s ok).
        destruct (N.eq_0_gt_0_cases (word s L (n mod W s L))) as [Q|]; auto.
        pose proof (word_worth s ok L _ R) as A. rewrite Q, worth_zero in A. lia.
  Qed.

  (** * Atoms about words, and their meaning for numbers *)
  Context (weight : nat -> N).
  Hypothesis same_weights : weight = W s.

  Record coded := Coded {
    coded_atom : atom b;
    coded_true_at : list N -> Prop;
    coded_right : forall x, true_at coded_atom (map (encode s) x) <-> coded_true_at x
  }.

  Lemma entry_encoded i x : entry i (map (encode s) x) = encode s (entry i x).
  Proof. apply nth_encoded. Qed.

  (** The atom of a linear condition on numbers. *)
  Definition linear (f : form) (c : Z) (is_zero : bool) : coded.
  Proof.
    refine (Coded (read b (WordCount.base s ok) (Weighed (heft s) f c is_zero) (fair s ok))
      (fun x => if is_zero then dot f x + c = 0 else 0 <= dot f x + c)%Z _).
    intro x. cbn [true_at read DigitConditions.means]. unfold weighed_means. rewrite (weigh_encoded s ok). tauto.
  Defined.

  (** The atom that the word with index i represents a number. *)
  Lemma number_fine i : fine b (Member auto [i]) = true.
  Proof. cbn [fine length]. apply Pos.eqb_eq. exact (auto_zeros s ok). Qed.
  Definition a_number (i : nat) : coded.
  Proof.
    refine (Coded (read b (WordCount.base s ok) (Member auto [i]) (number_fine i)) (fun _ => True) _).
    intro x. cbn [true_at read DigitConditions.means pick map]. rewrite nth_encoded. split; auto. intros _. now apply encode_is_number.
  Defined.

  (** The atom that the word with index j is the word with index i followed by a zero. *)
  Lemma appended_fine i j : fine b (fact [(1, j); (- Z.of_N b, i)]%Z 0 [] true) = true.
  Proof. unfold fact. cbn [fine most least forallb]. rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le. repeat split; lia. Qed.
  Definition appended (i j : nat) : coded.
  Proof.
    refine (Coded (read b (WordCount.base s ok) (fact [(1, j); (- Z.of_N b, i)]%Z 0 [] true) (appended_fine i j))
      (fun x => entry j x = shift weight (entry i x)) _).
    intro x. cbn [true_at read fact DigitConditions.means dot residues_value]. fold (entry j (map (encode s) x)) (entry i (map (encode s) x)).
    rewrite !entry_encoded. subst weight. split; intro H.
    - assert (E : encode s (entry j x) = encode s (shift (W s) (entry i x))) by (rewrite encode_shift; lia).
      destruct (encode_is_number s ok (entry j x)) as [_ A], (encode_is_number s ok (shift (W s) (entry i x))) as [_ A'].
      rewrite E, A' in A. lia.
    - rewrite H, encode_shift. lia.
  Defined.

  (** Atoms about final zeros of words, like the atoms in [Atoms] for digits in a base. *)
  Definition zeros_at_least (i : nat) (m : N) : coded.
  Proof.
    refine (Coded (v_at_least b (WordCount.base s ok) i m) (fun x => m <= zeros weight (entry i x)) _).
    intro x. cbn [true_at v_at_least]. rewrite entry_encoded, zeros_encode. subst weight. tauto.
  Defined.
  Definition zeros_residue (i : nat) (m : N) (rs : list N) : coded.
  Proof.
    refine (Coded (v_residue b (WordCount.base s ok) i m rs) (fun x => In (zeros weight (entry i x) mod m) rs) _).
    intro x. cbn [true_at v_residue]. rewrite entry_encoded, zeros_encode. subst weight. tauto.
  Defined.
  Definition zeros_compare (i j : nat) (k : Z) : coded.
  Proof.
    refine (Coded (v_compare b (WordCount.base s ok) i j k)
      (fun x => Z.of_N (zeros weight (entry i x)) + k <= Z.of_N (zeros weight (entry j x)))%Z _).
    intro x. cbn [true_at v_compare]. rewrite !entry_encoded, !zeros_encode. subst weight. tauto.
  Defined.

  (** * Agreement of an automaton and a formula *)
  Definition coded_holds_at (l : list (nat * coded)) (x : list N) (i : nat) : Prop :=
    match nth_error l i with Some (k, t) => coded_true_at t (firstn k x) | None => False end.
  Definition coded_atom_at (kt : nat * coded) : nat * atom b := (fst kt, coded_atom (snd kt)).

  Lemma true_of_same f p q : (forall i : nat, p i <-> q i) -> (true_of f p <-> true_of f q).
  Proof. intro H. induction f; cbn [true_of]; try tauto. apply H. Qed.

  Lemma holds_at_coded l x i : holds_at b (map coded_atom_at l) (map (encode s) x) i <-> coded_holds_at l x i.
  Proof.
    unfold holds_at, coded_holds_at. revert i. induction l as [|[k t] l IH]; intros [|i]; cbn [map nth_error coded_atom_at fst snd]; try tauto; [|apply IH].
    rewrite firstn_map. apply coded_right.
  Qed.

  Theorem claim_coded a n m l given claim : claim_ok b a n m (map coded_atom_at l) given claim = true ->
    forall x g, length x = n -> length g = m -> true_of (every (concat given)) (coded_holds_at l (x ++ g)) ->
    (accepts_by weight a x = true <-> true_of claim (coded_holds_at l (x ++ g))).
  Proof.
    intros T x g lx lg G. pose proof T as T'. unfold claim_ok in T'. rewrite !andb_true_iff, Pos.eqb_eq in T'. destruct T' as [[[_ Z] _] _].
    rewrite same_weights, (accepts_encoded s ok a x) by (now rewrite lx).
    rewrite (claim_right b a n m (map coded_atom_at l) given claim (WordCount.base s ok) T (map (encode s) x) (map (encode s) g)).
    - rewrite <- map_app. apply true_of_same. intro i. apply holds_at_coded.
    - now rewrite len_map.
    - now rewrite len_map.
    - rewrite <- map_app. apply (true_of_same _ _ _ (holds_at_coded l (x ++ g))), G.
  Qed.
End Coded.
