(** Digits of numbers in a base, most significant first.

    The digits of x are the digits of x / b, followed by x mod b. Therefore the state of an automaton after the digits
    of x depends only on its state after x / b and on the last digit. *)
From Coq Require Import NArith ZArith List Bool Lia.
From Sprague Require Import Game Lists.
Import ListNotations.
Local Open Scope N_scope.

(** * The digits before the last digit, and the last digit *)
Section Base.
  Context (b : N).

  Definition shorter (x : list N) : list N := map (fun n => n / b) x.
  Definition last_digits (x : list N) : list nat := map (fun n => N.to_nat (n mod b)) x.

  Lemma length_shorter x : length (shorter x) = length x. Proof. apply len_map. Qed.
  Lemma length_last x : length (last_digits x) = length x. Proof. apply len_map. Qed.

  Lemma shorter_app x y : shorter (x ++ y) = shorter x ++ shorter y. Proof. apply map_app. Qed.
  Lemma last_app x y : last_digits (x ++ y) = last_digits x ++ last_digits y. Proof. apply map_app. Qed.

  Lemma shorter_pick order x : shorter (pick 0 order x) = pick 0 order (shorter x).
  Proof.
    unfold shorter, pick. rewrite map_map. apply map_ext; intro i.
    symmetry. apply (map_nth (fun n => n / b) x 0). (* 0 / b = 0 *)
  Qed.

  Lemma last_pick order x : last_digits (pick 0 order x) = pick 0%nat order (last_digits x).
  Proof.
    unfold last_digits, pick. rewrite map_map. apply map_ext; intro i.
    symmetry. apply (map_nth (fun n => N.to_nat (n mod b)) x 0).
  Qed.

  (** ** Digits are less than the base, and every column of digits can be the last one *)
  Hypothesis base : 1 < b.

  Lemma split_number n : n = b * (n / b) + N.of_nat (N.to_nat (n mod b)).
  Proof. rewrite Nnat.N2Nat.id. apply N.div_mod. lia. Qed.

  Lemma digit_below n : (N.to_nat (n mod b) < N.to_nat b)%nat.
  Proof. pose proof (N.mod_lt n b). lia. Qed.

  (** The list of all columns of n digits. *)
  Fixpoint columns (n : nat) : list (list nat) :=
    match n with
    | O => [[]]
    | S n => let rest := columns n in flat_map (fun d => map (cons d) rest) (seq 0 (N.to_nat b))
    end.

  Lemma in_columns n c : In c (columns n) <-> length c = n /\ Forall (fun d => (d < N.to_nat b)%nat) c.
  Proof.
    revert c; induction n as [|n IH]; intro c; cbn [columns].
    - cbn. split.
      + intros [<-|[]]. auto.
      + intros [H _]. destruct c; [auto|discriminate].
    - rewrite in_flat_map. split.
      + intros (d & Hd & H). apply in_map_iff in H as (c' & <- & H). apply IH in H as [H1 H2].
        apply in_seq in Hd. cbn. split; [lia|]. constructor; [lia|auto].
      + intros [H1 H2]. destruct c as [|d c]; [discriminate|]. inversion H2; subst.
        exists d. split; [apply in_seq; lia|]. apply in_map, IH. cbn in H1. auto.
  Qed.

  Lemma last_in_columns n x : length x = n -> In (last_digits x) (columns n).
  Proof.
    intro H. apply in_columns. rewrite length_last. split; auto.
    unfold last_digits. apply Forall_map, Forall_forall. intros. apply digit_below.
  Qed.

  (** ** Numbers with one more digit *)
  Definition longer (x : list N) (c : list nat) : list N := map (fun nd => b * fst nd + N.of_nat (snd nd)) (combine x c).

  Lemma longer_spec x c : In c (columns (length x)) ->
    length (longer x c) = length x /\ shorter (longer x c) = x /\ last_digits (longer x c) = c.
  Proof.
    rewrite in_columns. intros [H1 H2]. unfold longer, shorter, last_digits.
    revert c H1 H2; induction x as [|n x IH]; intros [|d c]; cbn; try discriminate; auto.
    intros [= H1] H2. inversion H2 as [|? ? Hd Hc]; subst. destruct (IH c H1 Hc) as (A & B & C).
    assert (E : (N.of_nat d < b)) by lia. rewrite A, B, C. split; [reflexivity|]. split.
    - rewrite N.mul_comm, N.div_add_l, N.div_small by lia. f_equal. lia.
    - rewrite N.mul_comm, N.add_comm, N.mod_add, N.mod_small by lia. f_equal. lia.
  Qed.

  (** * A sufficient number of digits *)
  Definition below (L : nat) (x : list N) : Prop := Forall (fun n => n < b ^ N.of_nat L) x.

  Lemma below_shorter L x : below (S L) x -> below L (shorter x).
  Proof.
    unfold below, shorter. intro H. apply Forall_map. revert H. apply Forall_impl. intros n H.
    rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in H. apply N.div_lt_upper_bound; lia.
  Qed.

  Lemma below_longer L x c : In c (columns (length x)) -> below L x -> below (S L) (longer x c).
  Proof.
    rewrite in_columns. intros [H1 H2] H. unfold below, longer. rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r'.
    revert c H1 H2; induction H as [|n x Hn _ IH]; intros [|d c] H1 H2; cbn; try discriminate; constructor.
    - inversion H2; subst. cbn. nia.
    - inversion H2; subst. apply IH; auto.
  Qed.

  Lemma below_0 x : below 0 x -> x = repeat 0 (length x).
  Proof. induction 1 as [|n x Hn _ IH]; cbn; auto. rewrite <- IH. f_equal. cbn in Hn. lia. Qed.

  Lemma below_more L L' x : (L <= L')%nat -> below L x -> below L' x.
  Proof.
    intro H. apply Forall_impl. intros n Hn. eapply N.lt_le_trans; [exact Hn|]. apply N.pow_le_mono_r; lia.
  Qed.

  Lemma below_app L x y : below L (x ++ y) <-> below L x /\ below L y. Proof. apply Forall_app. Qed.

  Lemma below_zeros L n : below L (repeat 0 n).
  Proof.
    apply Forall_forall. intros v Hv. apply repeat_spec in Hv. subst. pose proof (N.pow_nonzero b (N.of_nat L)). lia.
  Qed.

  Lemma below_pick L order x : below L x -> below L (pick 0 order x).
  Proof.
    intro H. unfold below, pick. apply Forall_map, Forall_forall. intros i _.
    destruct (nth_in_or_default i x 0) as [Hi| -> ].
    - unfold below in H. rewrite Forall_forall in H. auto.
    - pose proof (N.pow_nonzero b (N.of_nat L)). lia.
  Qed.

  Definition size (x : list N) : nat := N.to_nat (N.size (fold_right N.max 0 x)).

  Lemma below_size x : below (size x) x.
  Proof.
    unfold below, size. rewrite Nnat.N2Nat.id. set (m := fold_right N.max 0 x).
    assert (H : forall n, In n x -> n <= m).
    { subst m. induction x as [|w x IH]; cbn; [tauto|]. intros n [->|Hn]; [lia|]. specialize (IH n Hn). lia. }
    apply Forall_forall. intros n Hn. apply H in Hn. pose proof (N.size_gt m).
    assert (2 ^ N.size m <= b ^ N.size m) by (apply N.pow_le_mono_l; lia). lia.
  Qed.

  Lemma shorter_zeros n : shorter (repeat 0 n) = repeat 0 n.
  Proof. unfold shorter. induction n as [|n IH]; cbn; [auto|]. now rewrite IH. Qed.
  Lemma last_zeros n : last_digits (repeat 0 n) = repeat 0%nat n.
  Proof. unfold last_digits. induction n as [|n IH]; cbn; [auto|]. rewrite IH. reflexivity. Qed.
End Base.

(** * Leading zeros do not change the state of an automaton *)
Section Run.
  Context (b : N) (base : 1 < b) (a : automaton) (n : nat).
  Hypothesis zeros : next a xH (repeat 0%nat n) = xH.

  Lemma run_step L x : run b a (S L) x = next a (run b a L (shorter b x)) (last_digits b x).
  Proof. reflexivity. Qed.

  Lemma run_zeros L : run b a L (repeat 0 n) = xH.
  Proof. induction L as [|L IH]; [reflexivity|]. rewrite run_step, shorter_zeros, last_zeros, IH; auto. Qed.

  Lemma run_more L x : length x = n -> below b L x -> run b a (S L) x = run b a L x.
  Proof.
    revert x; induction L as [|L IH]; intros x len Hx.
    - apply (below_0 b) in Hx; auto. rewrite Hx, len. now rewrite (run_zeros 1), (run_zeros 0).
    - rewrite run_step, IH; [reflexivity|now rewrite length_shorter|now apply below_shorter].
  Qed.

  Lemma run_enough L L' x : length x = n -> below b L x -> (L <= L')%nat -> run b a L' x = run b a L x.
  Proof.
    intros len Hx H. induction H as [|L' H IH]; auto. rewrite run_more; auto. eapply below_more; eauto.
  Qed.

  Lemma accepts_run L x : length x = n -> below b L x -> accepts b a x = accepting a (run b a L x).
  Proof.
    intros len Hx. unfold accepts. fold (size x).
    destruct (Nat.le_ge_cases L (size x)) as [H|H].
    - now rewrite (run_enough L (size x)).
    - rewrite (run_enough (size x) L); auto. now apply below_size.
  Qed.
End Run.
