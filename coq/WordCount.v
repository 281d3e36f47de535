(** The number of valid words of L digits with recurrent weights is the weight of the next digit.

    The proof counts the valid words from each index of the limit sequence on. These counts satisfy the recurrence of
    the weights. *)
From Coq Require Import NArith ZArith List Bool Lia.
From Sprague Require Import Game Lists RecurrentWeights ValidWords.
Import ListNotations.
Local Open Scope N_scope.

Record words := Words { digits : N; heft : weighing; terms : list nat; repeats : nat }.

Section Room.
  Context (s : words).
  Let b := digits s.
  Let w := heft s.
  Let d := length (factors w).
  Let m := length (terms s).
  Let weight := weight w.

  (** The number of words of L digits that are valid if the comparison with the limit sequence starts at index p. *)
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
  Proof. pose proof ok as K. unfold words_ok in K. rewrite !andb_true_iff, !Z.eqb_eq in K. unfold weight, RecurrentWeights.weight. cbn. tauto. Qed.

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

  (** ** The counts of valid words equal the weights *)
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
    rewrite room_fits by tauto. unfold fits, weight, RecurrentWeights.weight. f_equal. apply same_numbers_eq. tauto.
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
End Room.
