(** Numbers as words of digits that have weights, read as if they were digits in a base.

    Which words are those of numbers, a sequence of digits tells, the [terms]: it goes on for ever, from the place [repeats]
    after the last. A word is a number's own if it never goes beyond the sequence: a digit smaller than the term frees
    what follows, one that is the term leads to the next, and a greater one is not allowed. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits Weights.
Import ListNotations.
Local Open Scope N_scope.

(** * Runs of automata, from the other end *)
Section Run_from.
  Context (b : N) (a : automaton).
  Hypothesis base : 1 < b.

  Fixpoint run_from (q : positive) (L : nat) (x : list N) : positive :=
    match L with O => q | S L => next a (run_from q L (shorter b x)) (last_digits b x) end.

  Lemma run_run_from L : forall x, run b a L x = run_from 1 L x.
  Proof. induction L as [|L IH]; intro x; [reflexivity|]. rewrite run_step, IH. reflexivity. Qed.

  (** The first digits e, then those of c. *)
  Lemma run_from_top {A} (l : list A) (e : A -> N) L : forall q (c : A -> N),
    (forall n, In n l -> e n < b /\ c n < b ^ N.of_nat L) ->
    run_from q (S L) (map (fun n => e n * b ^ N.of_nat L + c n) l) =
    run_from (next a q (map (fun n => N.to_nat (e n)) l)) L (map c l).
  Proof.
    induction L as [|L IH]; intros q c H.
    - cbn [run_from]. f_equal. unfold last_digits. rewrite map_map. apply map_ext_in. intros n Hn.
      destruct (H n Hn) as [He Hc]. change (b ^ N.of_nat 0) with 1 in *. rewrite N.mod_small; f_equal; lia.
    - change (run_from q (S (S L)) ?x) with (next a (run_from q (S L) (shorter b x)) (last_digits b x)).
      cbn [run_from] in *. rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r'.
      assert (P : b ^ N.of_nat L <> 0) by (apply N.pow_nonzero; lia).
      replace (shorter b (map _ l)) with (map (fun n => e n * b ^ N.of_nat L + c n / b) l).
      + rewrite (IH q (fun n => c n / b)).
        * f_equal; [f_equal|]; unfold shorter, last_digits; rewrite !map_map; auto. apply map_ext_in. intros n Hn.
          replace (e n * (b * b ^ N.of_nat L) + c n) with (c n + (e n * b ^ N.of_nat L) * b) by lia. now rewrite N.mod_add by lia.
        * intros n Hn. destruct (H n Hn) as [He Hc]. rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in Hc. split; auto.
          apply N.div_lt_upper_bound; lia.
      + unfold shorter. rewrite map_map. apply map_ext. intro n.
        replace (e n * (b * b ^ N.of_nat L) + c n) with ((e n * b ^ N.of_nat L) * b + c n) by lia. rewrite N.div_add_l by lia. lia.
  Qed.
End Run_from.

(** * Which words are numbers *)
Definition state_of_place (p : nat) : positive := Pos.of_succ_nat p.

Section Places.
  Context (b : N) (terms : list nat) (repeats : nat).
  Definition after_place (p : nat) : nat := if (S p <? length terms)%nat then S p else repeats.

  Definition place_row (p : nat) : tree * bool :=
    let t := nth p terms 0%nat in
    (Node (map (fun e => Leaf (state_of_place (if (e <? t)%nat then 0%nat else if (e =? t)%nat then after_place p else length terms)))
             (seq 0 (N.to_nat b))), true).

  Fixpoint rows (i : positive) (l : list (tree * bool)) : automaton :=
    match l with [] => PositiveMap.empty _ | r :: l => PositiveMap.add i r (rows (Pos.succ i) l) end.

  Definition number_words : automaton :=
    rows 1 (map place_row (seq 0 (length terms)) ++ [(Leaf (state_of_place (length terms)), false)]).

  Lemma find_rows l : forall i p, (p < length l)%nat ->
    PositiveMap.find (Pos.of_nat (Pos.to_nat i + p)) (rows i l) = nth_error l p.
  Proof.
    induction l as [|r l IH]; intros i [|p] H; cbn [length rows nth_error] in *; try lia.
    - rewrite Nat.add_0_r, Pos2Nat.id, PositiveMap.gss. reflexivity.
    - rewrite PositiveMap.gso by lia. rewrite <- (IH (Pos.succ i) p) by lia. f_equal. lia.
  Qed.

  Lemma find_place p : (p <= length terms)%nat -> PositiveMap.find (state_of_place p) number_words =
    Some (if (p <? length terms)%nat then place_row p else (Leaf (state_of_place (length terms)), false)).
  Proof.
    intro H. unfold number_words. replace (state_of_place p) with (Pos.of_nat (Pos.to_nat 1 + p)) by (unfold state_of_place; lia).
    rewrite find_rows by (rewrite len_app, len_map, len_seq; cbn; lia). destruct (Nat.ltb_spec p (length terms)) as [L|L].
    - rewrite nth_error_app1 by (now rewrite len_map, len_seq). apply map_nth_error.
      rewrite (nth_error_nth' _ 0%nat) by (now rewrite len_seq). now rewrite seq_nth.
    - rewrite nth_error_app2 by (now rewrite len_map, len_seq). rewrite len_map, len_seq. replace (p - length terms)%nat with 0%nat by lia.
      reflexivity.
  Qed.

  Lemma next_place p e : (p < length terms)%nat -> e < b -> next number_words (state_of_place p) [N.to_nat e] =
    state_of_place (if (N.to_nat e <? nth p terms 0)%nat then 0%nat else if (N.to_nat e =? nth p terms 0)%nat then after_place p else length terms).
  Proof.
    intros Hp He. unfold next. rewrite find_place by lia. rewrite (proj2 (Nat.ltb_lt _ _) Hp). unfold place_row. cbn [walk].
    set (g := fun e => Leaf _). rewrite (nth_indep _ (Leaf 1) (g 0%nat)) by (rewrite len_map, len_seq; lia).
    rewrite (map_nth g), seq_nth by lia. reflexivity.
  Qed.

  Lemma next_dead e : next number_words (state_of_place (length terms)) e = state_of_place (length terms).
  Proof. unfold next. rewrite find_place by lia. rewrite Nat.ltb_irrefl. now destruct e. Qed.

  Lemma accepting_place p : (p <= length terms)%nat -> accepting number_words (state_of_place p) = (p <? length terms)%nat.
  Proof. intro H. unfold accepting. rewrite find_place by auto. now destruct (p <? length terms)%nat. Qed.
End Places.

(** * Numbers and their words *)
Record words := Words { digits : N; heft : weighing; terms : list nat; repeats : nat }.

Section Words.
  Context (s : words).
  Let b := digits s.
  Let w := heft s.
  Let d := length (factors w).
  Let m := length (terms s).
  Let weight := weight w.
  Let worth := worth b w.

  (** How many words of L digits there are from a place on. *)
  Fixpoint room (L p : nat) : Z :=
    match L with
    | O => 1
    | S L => Z.of_nat (nth p (terms s) 0%nat) * weight L + room L (after_place (terms s) (repeats s) p)
    end%Z.
  Definition room_window (p : nat) : list Z := map (fun L => room L p) (seq 0 d).

  Fixpoint same_numbers (l l' : list Z) : bool :=
    match l, l' with [], [] => true | x :: l, y :: l' => Z.eqb x y && same_numbers l l' | _, _ => false end.

  Definition words_ok : bool :=
    (1 <? b) && weighing_ok b w && (0 <? m)%nat && (repeats s <? m)%nat
    && rises (factors w) looks 1 (mix 1 (following (factors w) (given w)) (-1) (given w))
    && Z.eqb (hd 0%Z (given w)) 1 && same_numbers (room_window 0) (given w) && (N.of_nat (nth 0 (terms s) 0%nat) <? b)
    && forallb (fun p =>
         same_numbers (following (factors w) (room_window p))
           (mix (Z.of_nat (nth p (terms s) 0%nat)) (given w) 1 (room_window (after_place (terms s) (repeats s) p)))
         && rises (factors w) looks 0 (mix 1 (given w) (-1) (room_window p))) (seq 0 m).

  Lemma same_numbers_eq l : forall l', same_numbers l l' = true -> l = l'.
  Proof.
    induction l as [|x l IH]; intros [|y l']; cbn; try discriminate; auto. rewrite andb_true_iff, Z.eqb_eq.
    intros [-> H]. f_equal. auto.
  Qed.

  Hypothesis ok : words_ok = true.

  Lemma base : 1 < b.
  Proof. pose proof ok as K. unfold words_ok in K. rewrite !andb_true_iff, !N.ltb_lt in K. tauto. Qed.
  Lemma fair : weighing_ok b w = true.
  Proof. pose proof ok as K. unfold words_ok in K. rewrite !andb_true_iff in K. tauto. Qed.

  Lemma weight_first : weight 0 = 1%Z.
  Proof. pose proof ok as K. unfold words_ok in K. rewrite !andb_true_iff, !Z.eqb_eq in K. unfold weight, Weights.weight. cbn. tauto. Qed.

  Lemma heavy i : (1 <= weight i)%Z.
  Proof. exact (weight_positive b w fair i). Qed.

  Lemma after_in p : (after_place (terms s) (repeats s) p < m)%nat.
  Proof.
    pose proof ok as K. unfold words_ok in K. rewrite !andb_true_iff, !Nat.ltb_lt in K. unfold after_place. fold m.
    destruct (Nat.ltb_spec (S p) m); tauto.
  Qed.

  Lemma weight_up i : (weight i + 1 <= weight (S i))%Z.
  Proof.
    assert (K : rises (factors w) looks 1 (mix 1 (following (factors w) (given w)) (-1) (given w)) = true).
    { pose proof ok as K. unfold words_ok in K. rewrite !andb_true_iff in K. tauto. }
    destruct (weighing_facts b w fair) as (D & _).
    rewrite (given_window b w fair), following_window in K by (auto; apply (weight_obeys b w fair)).
    rewrite <- seq_shift, map_map, mix_map in K.
    enough (1 <= 1 * weight (S i) + -1 * weight i)%Z by lia. revert K i.
    apply (rises_obeys b w fair (fun i => 1 * weight (S i) + -1 * weight i)%Z).
    apply mix_obeys; [apply obeys_next|]; apply (weight_obeys b w fair).
  Qed.

  Lemma weight_large L : (Z.of_nat L < weight L)%Z.
  Proof. induction L as [|L IH]; [rewrite weight_first; lia|]. pose proof (weight_up L). lia. Qed.

  (** ** There is as much room as the weights say *)
  Let fits p (L : nat) : Z := sequence (factors w) (room_window p) L.

  Lemma length_room p : length (room_window p) = d. Proof. unfold room_window. now rewrite len_map, len_seq. Qed.

  Lemma fits_obeys p : obeys (factors w) (fits p).
  Proof. apply sequence_obeys; [apply (weighing_facts b w fair)|apply length_room]. Qed.

  Lemma fits_window p : room_window p = map (fits p) (seq 0 d).
  Proof. symmetry. apply window_nth; [apply (weighing_facts b w fair)|apply length_room]. Qed.

  Lemma places_ok p : (p < m)%nat -> following (factors w) (room_window p) =
      mix (Z.of_nat (nth p (terms s) 0%nat)) (given w) 1 (room_window (after_place (terms s) (repeats s) p)) /\
    rises (factors w) looks 0 (mix 1 (given w) (-1) (room_window p)) = true.
  Proof.
    intro H. pose proof ok as K. unfold words_ok in K. rewrite !andb_true_iff in K. destruct K as [_ K].
    apply (forallb_in _ _ p) in K; [|apply in_seq; lia]. apply andb_true_iff in K as [K1 K2].
    split; [now apply same_numbers_eq|exact K2].
  Qed.

  Lemma fits_next p L : (p < m)%nat ->
    fits p (S L) = (Z.of_nat (nth p (terms s) 0%nat) * weight L + fits (after_place (terms s) (repeats s) p) L)%Z.
  Proof.
    intro H. destruct (places_ok p H) as [E _]. destruct (weighing_facts b w fair) as (D & _). unfold fits at 1. cbn [sequence].
    change (tl ?x ++ [products (factors w) ?x]) with (following (factors w) x). rewrite E, (given_window b w fair), (fits_window (after_place _ _ p)).
    fold d. rewrite mix_map.
    pose proof (sequence_window (factors w) D (fun i => Z.of_nat (nth p (terms s) 0%nat) * weight i + 1 * fits (after_place (terms s) (repeats s) p) i)%Z) as K.
    etransitivity; [exact (K (mix_obeys _ _ _ _ _ (weight_obeys b w fair) (fits_obeys _)) L 0%nat)|]. cbn [Nat.add]. lia.
  Qed.

  Lemma room_fits L : forall p, (p < m)%nat -> room L p = fits p L.
  Proof.
    destruct (weighing_facts b w fair) as (D & _). fold d in D.
    induction L as [|L IH]; intros p H.
    - unfold fits. cbn [sequence]. unfold room_window. destruct d; [lia|reflexivity].
    - rewrite fits_next by auto. cbn [room]. rewrite IH by apply after_in. reflexivity.
  Qed.

  Lemma room_first L : room L 0 = weight L.
  Proof.
    pose proof ok as K. unfold words_ok in K. rewrite !andb_true_iff, !Nat.ltb_lt in K.
    rewrite room_fits by tauto. unfold fits, weight, Weights.weight. f_equal. apply same_numbers_eq. tauto.
  Qed.

  Lemma room_most L p : (p < m)%nat -> (room L p <= weight L)%Z.
  Proof.
    intro H. destruct (places_ok p H) as [_ R]. rewrite room_fits by auto.
    rewrite (given_window b w fair), fits_window in R. fold d in R. rewrite mix_map in R.
    enough (0 <= 1 * weight L + -1 * fits p L)%Z by lia. revert R L.
    apply (rises_obeys b w fair (fun L => 1 * weight L + -1 * fits p L)%Z). apply mix_obeys; [apply (weight_obeys b w fair)|apply fits_obeys].
  Qed.

  Lemma room_positive L : forall p, (0 <= room L p)%Z.
  Proof. induction L as [|L IH]; intro p; cbn [room]; [lia|]. pose proof (heavy L). specialize (IH (after_place (terms s) (repeats s) p)). nia. Qed.

  Lemma weight_next L : (weight (S L) <= Z.of_N b * weight L)%Z.
  Proof.
    pose proof ok as K. unfold words_ok in K. rewrite !andb_true_iff, !N.ltb_lt in K.
    rewrite <- room_first. cbn [room]. pose proof (room_most L _ (after_in 0)). pose proof (heavy L).
    assert (Z.of_nat (nth 0 (terms s) 0%nat) + 1 <= Z.of_N b)%Z by lia. nia.
  Qed.

  (** ** The word of a number: of each weight as many as there is room for *)
  Definition W (i : nat) : N := weights (given w) (factors w) i.

  Lemma W_weight i : Z.of_N (W i) = weight i.
  Proof. unfold W, weights. apply Z2N.id. pose proof (heavy i) as H. etransitivity; [|exact H]. discriminate. Qed.

  Lemma W_facts i : 0 < W i /\ W (S i) <= b * W i.
  Proof.
    split.
    - pose proof (heavy i) as H. rewrite <- W_weight in H. lia.
    - apply N2Z.inj_le. rewrite N2Z.inj_mul, !W_weight. apply weight_next.
  Qed.

  Lemma W_up L L' : (L <= L')%nat -> W L <= W L'.
  Proof. induction 1 as [|k _ IH]; [lia|]. pose proof (weight_up k) as U. rewrite <- !W_weight in U. lia. Qed.

  Fixpoint word (L : nat) (n : N) : N :=
    match L with O => 0 | S L => n / W L * b ^ N.of_nat L + word L (n mod W L) end.

  Lemma first_digit L n : n < W (S L) -> n / W L < b.
  Proof. intro H. destruct (W_facts L). apply N.div_lt_upper_bound; lia. Qed.
  Lemma rest_small L n : n mod W L < W L.
  Proof. destruct (W_facts L). apply N.mod_lt. lia. Qed.

  Lemma word_below L : forall n, n < W L -> word L n < b ^ N.of_nat L.
  Proof.
    induction L as [|L IH]; intros n H; cbn [word]; [cbn; lia|]. pose proof (first_digit L n H).
    specialize (IH _ (rest_small L n)). rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r'. nia.
  Qed.

  Lemma worth_top L : forall k e c, e < b -> c < b ^ N.of_nat L ->
    worth k (S L) (e * b ^ N.of_nat L + c) = (Z.of_N e * weight (k + L) + worth k L c)%Z.
  Proof.
    induction L as [|L IH]; intros k e c He Hc.
    - change (b ^ N.of_nat 0) with 1 in *. replace (e * 1 + c) with e by lia. unfold worth. cbn [Weights.worth].
      rewrite N.mod_small by auto. rewrite Nat.add_0_r. fold weight. lia.
    - rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in *.
      change (worth k (S (S L)) ?x) with (worth (S k) (S L) (x / b) + Z.of_N (x mod b) * weight k)%Z.
      change (worth k (S L) c) with (worth (S k) L (c / b) + Z.of_N (c mod b) * weight k)%Z.
      replace (e * (b * b ^ N.of_nat L) + c) with ((e * b ^ N.of_nat L) * b + c) by lia.
      rewrite N.div_add_l by lia. rewrite (N.add_comm _ c), N.mod_add by lia.
      rewrite IH; [|auto|apply N.div_lt_upper_bound; lia]. rewrite Nat.add_succ_comm. lia.
  Qed.

  Lemma word_worth L : forall n, n < W L -> worth 0 L (word L n) = Z.of_N n.
  Proof.
    induction L as [|L IH]; intros n H.
    - pose proof weight_first. rewrite <- W_weight in *. cbn. lia.
    - cbn [word]. rewrite worth_top by auto using first_digit, word_below, rest_small. rewrite IH by apply rest_small.
      rewrite <- W_weight. pose proof (N.div_mod n (W L)). destruct (W_facts L). cbn [Nat.add]. lia.
  Qed.

  Lemma word_more L n : n < W L -> word (S L) n = word L n.
  Proof. intro H. cbn [word]. rewrite N.div_small, N.mod_small by auto. lia. Qed.

  Lemma word_enough L L' n : n < W L -> (L <= L')%nat -> word L' n = word L n.
  Proof.
    intros H. induction 1 as [|L' H' IH]; auto. rewrite word_more; auto. eapply N.lt_le_trans; [exact H|now apply W_up].
  Qed.

  (** ** Words of numbers are those that the automaton accepts *)
  Let auto := number_words b (terms s) (repeats s).
  Let reads p L c := run_from b auto (state_of_place p) L [c].

  Lemma reads_top p L e c : e < b -> c < b ^ N.of_nat L -> (p < m)%nat -> reads p (S L) (e * b ^ N.of_nat L + c) =
    reads (if (N.to_nat e <? nth p (terms s) 0)%nat then 0%nat else
           if (N.to_nat e =? nth p (terms s) 0)%nat then after_place (terms s) (repeats s) p else m) L c.
  Proof.
    intros He Hc Hp. unfold reads.
    pose proof (run_from_top b auto base [tt] (fun _ => e) L (state_of_place p) (fun _ => c)) as R. cbn [map] in R.
    rewrite R by auto. unfold auto. now rewrite next_place.
  Qed.

  Lemma reads_dead L : forall c, reads m L c = state_of_place m.
  Proof. unfold reads. induction L as [|L IH]; intro c; [reflexivity|]. cbn [run_from]. unfold shorter. cbn [map]. rewrite IH. apply next_dead. Qed.

  Lemma some_place : (0 < m)%nat.
  Proof. pose proof ok as K. unfold words_ok in K. rewrite !andb_true_iff, !Nat.ltb_lt in K. tauto. Qed.

  Lemma word_reads L : forall p n, (p < m)%nat -> (Z.of_N n < room L p)%Z -> exists p', (p' < m)%nat /\ reads p L (word L n) = state_of_place p'.
  Proof.
    induction L as [|L IH]; intros p n Hp H; [exists p; auto|]. cbn [word room] in *.
    pose proof (room_most (S L) p Hp) as M. cbn [room] in M. pose proof (room_most L _ (after_in p)) as M'.
    assert (Hn : n < W (S L)) by (rewrite <- (W_weight (S L)) in M; lia).
    rewrite reads_top by auto using first_digit, word_below, rest_small.
    pose proof (N.div_mod n (W L)) as E. destruct (W_facts L) as [Pw _]. specialize (E ltac:(lia)). pose proof (rest_small L n) as R.
    rewrite <- W_weight in H, M'. set (q := n / W L) in *. set (r := n mod W L) in *. set (t := nth p (terms s) 0%nat) in *.
    destruct (Nat.ltb_spec (N.to_nat q) t); [|destruct (Nat.eqb_spec (N.to_nat q) t)].
    - apply IH; [apply some_place|]. rewrite room_first, <- W_weight. lia.
    - apply IH; [apply after_in|]. assert (Z.of_nat t = Z.of_N q) by lia. nia.
    - exfalso. assert (Z.of_nat t + 1 <= Z.of_N q)%Z by lia. nia.
  Qed.

  Lemma reads_word L : forall p c, (p < m)%nat -> c < b ^ N.of_nat L -> reads p L c <> state_of_place m ->
    (0 <= worth 0 L c < room L p)%Z /\ word L (Z.to_N (worth 0 L c)) = c.
  Proof.
    pose proof base as more_than_one.
    induction L as [|L IH]; intros p c Hp Hc H.
    - change (b ^ N.of_nat 0) with 1 in Hc. cbn. split; lia.
    - set (B := b ^ N.of_nat L). assert (PB : B <> 0) by (apply N.pow_nonzero; lia).
      rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in Hc. fold B in Hc.
      pose proof (N.div_mod c B PB) as E. pose proof (N.mod_lt c B PB) as R.
      assert (Q : c / B < b) by (apply N.div_lt_upper_bound; lia).
      set (e := c / B) in *. set (c' := c mod B) in *. replace c with (e * B + c') in * by lia. clearbody e c'. clear E.
      unfold B in H at 1. rewrite reads_top in H by auto. 
      assert (Ew : worth 0 (S L) (e * B + c') = (Z.of_N e * weight L + worth 0 L c')%Z) by (now apply (worth_top L 0)).
      rewrite Ew. cbn [room].
      pose proof (heavy L) as Pw. pose proof (room_most L _ (after_in p)) as M.
      set (t := nth p (terms s) 0%nat) in *.
      assert (K : exists p', (p' < m)%nat /\ (0 <= worth 0 L c' < room L p')%Z /\ word L (Z.to_N (worth 0 L c')) = c' /\
                    (Z.of_N e * weight L + room L p' <= Z.of_nat t * weight L + room L (after_place (terms s) (repeats s) p))%Z).
      { destruct (Nat.ltb_spec (N.to_nat e) t); [|destruct (Nat.eqb_spec (N.to_nat e) t)].
        - exists 0%nat. destruct (IH 0%nat c' some_place R H) as [A B'].
          split; [apply some_place|]. split; [exact A|]. split; [exact B'|].
          rewrite room_first. assert (Z.of_N e + 1 <= Z.of_nat t)%Z by lia.
          pose proof (room_positive L (after_place (terms s) (repeats s) p)). nia.
        - exists (after_place (terms s) (repeats s) p). destruct (IH _ c' (after_in p) R H) as [A B'].
          split; [apply after_in|]. split; [exact A|]. split; [exact B'|].
          assert (Z.of_nat t = Z.of_N e) by lia. nia.
        - rewrite reads_dead in H. congruence. }
      destruct K as (p' & Hp' & A & Wd & Le). pose proof (room_most L p' Hp') as M'.
      assert (0 <= Z.of_N e * weight L)%Z by nia. split; [lia|].
      set (r := worth 0 L c') in *. assert (Er : Z.to_N (Z.of_N e * weight L + r) = e * W L + Z.to_N r).
      { rewrite <- W_weight. lia. }
      assert (Hr : Z.to_N r < W L) by (rewrite <- W_weight in *; lia).
      cbn [word]. rewrite Er. rewrite N.div_add_l, N.div_small by lia. rewrite (N.add_comm (e * _)), N.mod_add, N.mod_small by lia.
      rewrite Wd. fold B. lia.
  Qed.

  (** * A number's own word *)
  Definition encode (n : N) : N := word (N.to_nat n) n.

  Lemma number_below n : n < W (N.to_nat n).
  Proof. pose proof (weight_large (N.to_nat n)). rewrite <- W_weight in *. lia. Qed.

  Lemma encode_word L n : n < W L -> encode n = word L n.
  Proof.
    intro H. unfold encode. pose proof (number_below n). destruct (Nat.le_ge_cases L (N.to_nat n)).
    - now apply word_enough.
    - symmetry. now apply word_enough.
  Qed.

  Definition is_number (c : N) : Prop := accepts b auto [c] = true.

  Lemma auto_zeros : next auto 1 (repeat 0%nat 1) = 1%positive.
  Proof.
    change 1%positive with (state_of_place 0) at 1. change (repeat 0%nat 1) with [N.to_nat 0]. unfold auto.
    rewrite next_place; [|apply some_place|pose proof base; lia]. cbn [N.to_nat]. destruct (nth 0 (terms s) 0%nat) as [|t] eqn:E; [|reflexivity].
    exfalso. pose proof (weight_up 0) as U. rewrite <- !room_first in U. cbn [room] in U. rewrite E in U.
    pose proof (room_most 0 _ (after_in 0)). rewrite weight_first in *. cbn in U. lia.
  Qed.

  Lemma is_number_reads L c : c < b ^ N.of_nat L -> (is_number c <-> reads 0 L c <> state_of_place m).
  Proof.
    intro H. unfold is_number. rewrite (accepts_run b base auto 1 auto_zeros L) by (auto; constructor; auto).
    rewrite run_run_from. fold (reads 0 L c). change (run_from b auto 1 L [c]) with (reads 0 L c).
    assert (K : forall L p c, (p <= m)%nat -> exists p', (p' <= m)%nat /\ reads p L c = state_of_place p').
    { clear L c H. induction L as [|L IH]; intros p c Hp; [eauto|]. unfold reads. cbn [run_from]. unfold shorter. cbn [map].
      destruct (IH p (c / b) Hp) as (p' & Hp' & E). unfold reads in E. rewrite E. destruct (Nat.eq_dec p' m) as [->|ne].
      - exists m. split; auto. apply next_dead.
      - unfold last_digits. cbn [map]. unfold auto. rewrite next_place; [|fold m; lia|apply N.mod_lt; pose proof base; lia]. eexists. split; [|reflexivity].
        pose proof (after_in p'). destruct (_ <? _)%nat; [lia|]. destruct (_ =? _)%nat; fold m; lia. }
    destruct (K L 0%nat c) as (p' & Hp' & E); [lia|]. rewrite E. unfold auto. rewrite accepting_place by auto. rewrite Nat.ltb_lt. fold m. split.
    - intros Lt Eq. unfold state_of_place in Eq. lia.
    - intro Ne. destruct (Nat.eq_dec p' m) as [->|]; [congruence|lia].
  Qed.

  Theorem encode_is_number n : is_number (encode n) /\ amount b w (encode n) = Z.of_N n.
  Proof.
    pose proof (number_below n) as H. pose proof (word_below _ _ H) as Hb. fold (encode n) in Hb. split.
    - rewrite (is_number_reads _ _ Hb). destruct (word_reads (N.to_nat n) 0 n) as (p' & Hp' & E).
      + apply some_place.
      + rewrite room_first, <- W_weight. lia.
      + unfold encode. rewrite E. unfold state_of_place. lia.
    - rewrite (amount_worth b w base _ _ Hb). now apply word_worth.
  Qed.

  Theorem number_encoded c : is_number c -> exists n, encode n = c.
  Proof.
    intro H. set (L := N.to_nat (N.size c)). assert (Hc : c < b ^ N.of_nat L).
    { unfold L. rewrite Nnat.N2Nat.id. pose proof (N.size_gt c). pose proof (N.pow_le_mono_l 2 b (N.size c)). pose proof base. lia. }
    rewrite (is_number_reads L c Hc) in H. destruct (reads_word L 0 c some_place Hc H) as [A E]. rewrite room_first in A.
    exists (Z.to_N (worth 0 L c)). rewrite (encode_word L); auto. rewrite <- W_weight in A. lia.
  Qed.

  (** * What an automaton accepts of numbers, it accepts of their words *)
  Lemma run_by_word a L : forall q x, Forall (fun n => n < W L) x -> run_by W a q L x = run_from b a q L (map (word L) x).
  Proof.
    induction L as [|L IH]; intros q x H; [reflexivity|]. cbn [run_by word].
    rewrite (run_from_top b a base).
    - rewrite IH; [now rewrite map_map|]. apply Forall_map, Forall_forall. intros n _. apply rest_small.
    - intros n Hn. rewrite Forall_forall in H. split; [now apply first_digit, H|]. apply word_below, rest_small.
  Qed.

  Theorem accepts_encoded a x : next a 1 (repeat 0%nat (length x)) = 1%positive ->
    accepts_by W a x = accepts b a (map encode x).
  Proof.
    intro Z. unfold accepts_by. set (top := fold_right N.max 0 x). set (L := N.to_nat top).
    assert (H : Forall (fun n => n < W L) x).
    { apply Forall_forall. intros n Hn. assert (n <= top).
      { unfold top. clear -Hn. induction x as [|y x IH]; [destruct Hn|]. cbn. destruct Hn as [->|Hn]; [lia|]. specialize (IH Hn). lia. }
      pose proof (number_below top). fold L in H0. lia. }
    rewrite run_by_word by auto.
    assert (E : map encode x = map (word L) x).
    { apply map_ext_in. intros n Hn. rewrite Forall_forall in H. now apply encode_word, H. }
    rewrite (accepts_run b base a (length x) Z L).
    - now rewrite E, run_run_from.
    - apply len_map.
    - rewrite E. apply Forall_map. revert H. apply Forall_impl. apply word_below.
  Qed.
End Words.
