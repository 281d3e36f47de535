(** Representation of numbers by words of digits whose weights satisfy a recurrence.

    The greedy algorithm determines the word of a number: it takes the largest weights first. The words of numbers are
    exactly the words that the automaton of [ValidWords] accepts. Automata read the words like digits in a base. An
    automaton accepts a number if it accepts the word of the number. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits RecurrentWeights.
From Sprague Require Export ValidWords WordCount.
Import ListNotations.
Local Open Scope N_scope.

Section Words.
  Context (s : words).
  Let b := digits s.
  Let w := heft s.
  Let m := length (terms s).
  Let weight := weight w.
  Let worth := worth b w.
  Let room := room s.
  Hypothesis ok : words_ok s = true.

  (** Names for facts about word counts and weights. *)
  Let base : 1 < b := base s ok.
  Let weight_first : weight 0 = 1%Z := weight_first s ok.
  Let heavy : forall i, (1 <= weight i)%Z := heavy s ok.
  Let weight_up : forall i, (weight i + 1 <= weight (S i))%Z := weight_up s ok.
  Let weight_large : forall L, (Z.of_nat L < weight L)%Z := weight_large s ok.
  Let weight_next : forall L, (weight (S L) <= Z.of_N b * weight L)%Z := weight_next s ok.
  Let after_in : forall p, (after_place (terms s) (repeats s) p < m)%nat := after_in s ok.
  Let room_first : forall L, room L 0 = weight L := room_first s ok.
  Let room_most : forall L p, (p < m)%nat -> (room L p <= weight L)%Z := room_most s ok.
  Let room_next : forall L p, room (S L) p =
    (Z.of_nat (nth p (terms s) 0%nat) * weight L + room L (after_place (terms s) (repeats s) p))%Z := fun L p => eq_refl.
  Let room_positive : forall L p, (0 <= room L p)%Z := room_positive s ok.

  (** * The word of a number, by the greedy algorithm *)
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
    - change (b ^ N.of_nat 0) with 1 in *. replace (e * 1 + c) with e by lia. unfold worth. cbn [RecurrentWeights.worth].
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

  (** * The words of numbers are the words that the automaton accepts *)
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
    induction L as [|L IH]; intros p n Hp H; [exists p; auto|]. cbn [word]. rewrite room_next in H.
    pose proof (room_most (S L) p Hp) as M. rewrite room_next in M. pose proof (room_most L _ (after_in p)) as M'.
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
      rewrite Ew, room_next.
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

  (** * The word of a number with a sufficient number of digits *)
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
    exfalso. pose proof (weight_up 0) as U. rewrite <- !room_first, room_next in U. rewrite E in U.
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

  (** * An automaton accepts numbers if and only if it accepts their words *)
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
