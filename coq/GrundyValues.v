(** The theorem that sets of positions are the sets of positions of Grundy value 0, 1, 2, .... *)
From Coq Require Import NArith ZArith List Bool Lia Permutation FMapPositive.
From Sprague Require Import Game Lists DigitConditions Strategies Numerations Compile Kernel EntryOrders Moves Ranks PPositions Plans Theorems.
Import ListNotations.
Local Open Scope nat_scope.

(** * Sets of positions with the values 0, 1, 2, ... *)
Section Classes.
  Context (b : numeration) (r : rule) (sets : list automaton) (e : evidence) (plans : list plan).
  Let n := entries r.

  Definition in_class (v : nat) : cond := in_set n (nth v sets (PositiveMap.empty _)).

  (** The condition that a position is in none of the first v sets. *)
  Fixpoint in_none (v : nat) : cond := match v with O => Yes | S v => both (No (in_class v)) (in_none v) end.

  Definition class_ok (g : followed) (v : nat) : bool :=
    forallb (fun w => never b n (both (in_class v) (in_class w))) (seq 0 v)
    && match nth_error plans v with
       | Some p => apart_all b r g (in_class v) (in_class v) p
           && reach_ok b r g (both (domain g) (both (No (in_class v)) (in_none v))) (in_class v) p
       | None => false
       end.

  Definition check_classes : bool :=
    match follow b r (hints e) with
    | Some g => sound_rule b r e g && forallb (class_ok g) (seq 0 (length sets))
    | None => false
    end.

  (** The check that every position is in at least one of the sets. *)
  Definition check_all : bool :=
    match compile b (positions r) with Some d => never b n (both d (in_none (length sets))) | None => false end.

  Lemma in_none_means v x : means b (in_none v) x <-> forall w, w < v -> ~ means b (in_class w) x.
  Proof.
    induction v as [|v IH]; cbn [in_none]; [cbn; split; [intros; lia|auto]|]. rewrite both_means, IH. cbn [means]. split.
    - intros [H1 H2] w Hw. destruct (Nat.eq_dec w v) as [->|]; [exact H1|]. apply H2. lia.
    - intro H. split; [|intros w Hw]; apply H; lia.
  Qed.

  Lemma in_class_means v x : length x = n ->
    (means b (in_class v) x <-> member b (nth v sets (PositiveMap.empty _)) x = true).
  Proof. apply in_set_means. Qed.

  Theorem grundy_values : check_classes = true -> forall x, is_position r x -> forall v, v < length sets ->
    (grundy_value (move r) x (N.of_nat v) <-> member b (nth v sets (PositiveMap.empty _)) x = true).
  Proof.
    unfold check_classes. destruct (follow b r (hints e)) as [g|] eqn:Fo; [|discriminate]. rewrite andb_true_iff. intros [So Cl].
    pose proof So as So'. unfold sound_rule in So'. rewrite !andb_true_iff in So'. destruct So' as [[[Ss Sw] Sd] Rk].
    assert (C : forall v, v < length sets -> class_ok g v = true).
    { intros v Hv. apply (forallb_in _ _ _ Cl). apply in_seq. lia. }
    assert (Sy : forall v, v < length sets -> symmetric b r (in_class v) = true).
    { intros v Hv. specialize (C v Hv). unfold class_ok in C. rewrite !andb_true_iff in C. destruct C as [_ C].
      destruct (nth_error plans v); [|discriminate]. rewrite andb_true_iff in C. destruct C as [_ C]. eapply reach_facts; eauto. }
    intros x Px v Hv.
    set (S := fun x (w : N) => member b (nth (N.to_nat w) sets (PositiveMap.empty _)) x = true).
    transitivity (S x (N.of_nat v)); [|unfold S; now rewrite Nnat.Nat2N.id].
    apply (grundy (move r) (is_position r) S (fun w => (N.to_nat w < length sets)) (rank_functions (decline e))); auto.
    - intros y z _ Mo. apply Mo.
    - now apply (ranks_fall b r (hints e) g Fo Ss Sw Sd).
    - intros w u Hw Hu. lia.
    - intros y w _ _. unfold S. destruct (member b _ y); auto.
    - intros y z w Py Hw Sy1 Mo Sz. pose proof (C _ Hw) as K. unfold class_ok in K. rewrite andb_true_iff in K. destruct K as [_ K].
      destruct (nth_error plans (N.to_nat w)) as [p|]; [|discriminate]. rewrite andb_true_iff in K. destruct K as [Ap _].
      apply (apart_sound b r (hints e) g Fo Ss Sw _ _ _ (Sy _ Hw) (Sy _ Hw) Ap y z Py); auto; apply in_class_means; auto; apply Py || apply Mo.
    - intros y w u Py Hw Sy1 Hu Sy2. pose proof (C _ Hw) as K. unfold class_ok in K. rewrite andb_true_iff in K. destruct K as [On _].
      assert (I : In (N.to_nat u) (seq 0 (N.to_nat w))) by (apply in_seq; lia). apply (forallb_in _ _ _ On) in I.
      destruct Py as [ly _]. apply (never_sound b n _ I y ly). rewrite both_means, !in_class_means by auto. auto.
    - intros y w [ly Dy] Hw Ny.
      destruct (existsb (fun u => member b (nth u sets (PositiveMap.empty _)) y) (seq 0 (N.to_nat w))) eqn:E.
      + left. apply existsb_in in E as (u & Hu & A). apply in_seq in Hu. exists (N.of_nat u). split; [lia|].
        unfold S. now rewrite Nnat.Nat2N.id.
      + right. pose proof (C _ Hw) as K. unfold class_ok in K. rewrite andb_true_iff in K. destruct K as [_ K].
        destruct (nth_error plans (N.to_nat w)) as [p|]; [|discriminate]. rewrite andb_true_iff in K. destruct K as [_ K].
        destruct (reach_sound b r (hints e) g Fo Ss Sw Sd _ _ _ K y ly) as (z & Mo & lz & Mz).
        * rewrite !both_means, (domain_means b r (hints e) g Fo), in_none_means. split; [auto|]. split.
          -- cbn [means]. rewrite in_class_means; auto.
          -- intros u Hu M. rewrite in_class_means in M by auto.
             assert (F : existsb (fun u => member b (nth u sets (PositiveMap.empty _)) y) (seq 0 (N.to_nat w)) = true).
             { apply existsb_exists. exists u. split; [apply in_seq; lia|exact M]. }
             congruence.
        * exists z. split; auto. unfold S. now rewrite in_class_means in Mz by auto.
    - now rewrite Nnat.Nat2N.id.
  Qed.

  Theorem grundy_all : check_classes = true -> check_all = true -> forall x, is_position r x ->
    exists v, v < length sets /\ grundy_value (move r) x (N.of_nat v).
  Proof.
    intros Cc Ca x Px. pose proof (grundy_values Cc x Px) as G. destruct Px as [lx Dx]. unfold check_all in Ca.
    destruct (compile b (positions r)) as [d|] eqn:E; [|discriminate].
    destruct (existsb (fun v => member b (nth v sets (PositiveMap.empty _)) x) (seq 0 (length sets))) eqn:F.
    - apply existsb_in in F as (v & Hv & A). apply in_seq in Hv. exists v. split; [lia|]. apply G; [lia|auto].
    - exfalso. apply (never_sound b n _ Ca x lx). rewrite both_means, in_none_means. split; [now apply (compile_sound b _ _ E)|].
      intros v Hv M. rewrite in_class_means in M by auto.
      assert (T : existsb (fun v => member b (nth v sets (PositiveMap.empty _)) x) (seq 0 (length sets)) = true).
      { apply existsb_exists. exists v. split; [apply in_seq; lia|exact M]. }
      congruence.
  Qed.
End Classes.
