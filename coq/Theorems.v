(** The theorem about P-positions, its evidence, and the check of the evidence. *)
From Coq Require Import NArith ZArith List Bool Lia Permutation FMapPositive.
From Sprague Require Import Game Lists DigitConditions Strategies Numerations Compile Kernel EntryOrders Moves Ranks PPositions Plans.
Import ListNotations.
Local Open Scope nat_scope.

(** * P-positions *)

(** The evidence: hints for the moves, the rank, and the plan that finds a move into the set. *)
Record evidence := Evidence { hints : list hint; decline : rank; into : plan }.

(** Additional evidence for misère play: the positions without a move as an automaton, and the plan that finds a move
    from the other positions of the set. *)
Record misere_evidence := MisereEvidence { blocked : automaton; escape : plan }.

Section Positions.
  Context (b : numeration) (r : rule) (a : automaton) (e : evidence).
  Let n := entries r.

  Definition sound_rule (g : followed) : bool :=
    symmetric b r (stopped g) && symmetric b r (won g) && symmetric b r (domain g)
    && rank_ok b (groups r) (domain g) (decline e) (map (with_domain r g) (kinds g)).

  Definition check : bool :=
    match follow b r (hints e) with
    | Some g => sound_rule g && apart_all b r g (in_set n a) (in_set n a) (into e)
        && reach_ok b r g (both (domain g) (No (in_set n a))) (in_set n a) (into e)
    | None => false
    end.

  Definition check_misere (m : misere_evidence) : bool :=
    let free := in_set n (blocked m) in
    match follow b r (hints e) with
    | Some g => sound_rule g && apart_all b r g (in_set n a) (in_set n a) (into e)
        && apart_all b r g free (domain g) (escape m) && symmetric b r free && decidable b (won g)
        && never b n (both (in_set n a) (both free (No (won g))))
        && reach_ok b r g (both (domain g) (both (No (in_set n a)) (No (both free (No (won g)))))) (in_set n a) (into e)
        && reach_ok b r g (both (domain g) (both (in_set n a) (No free))) (domain g) (escape m)
    | None => false
    end.

  Lemma reach_facts g care t p : reach_ok b r g care t p = true -> symmetric b r t = true.
  Proof. unfold reach_ok. rewrite !andb_true_iff. tauto. Qed.

  Theorem p_positions : check = true -> forall x, is_position r x ->
    (p_position Normal r x <-> member b a x = true) /\ (n_position Normal r x <-> member b a x <> true).
  Proof.
    unfold check. destruct (follow b r (hints e)) as [g|] eqn:Fo; [|discriminate]. rewrite !andb_true_iff. intros [[So Ap] Re].
    pose proof So as So'. unfold sound_rule in So'. rewrite !andb_true_iff in So'. destruct So' as [[[Ss Sw] Sd] Rk].
    pose proof (reach_facts _ _ _ _ Re) as Sa.
    apply (kernel (move r) _ (is_position r) (fun x => member b a x = true) (rank_functions (decline e))).
    - intros x y _ Mo. apply Mo.
    - now apply (ranks_fall b r (hints e) g Fo Ss Sw Sd).
    - intros x _. destruct (member b a x); auto.
    - intros x y Px Ax Mo Ay. apply (apart_sound b r (hints e) g Fo Ss Sw _ _ _ Sa Sa Ap x y Px); auto; apply in_set_means; auto; apply Px || apply Mo.
    - intros x _ _ _ [].
    - intros x [lx Dx] Nx. left. destruct (reach_sound b r (hints e) g Fo Ss Sw Sd _ _ _ Re x lx) as (y & Mo & ly & My).
      + rewrite both_means. rewrite (domain_means b r (hints e) g Fo). split; auto. cbn [means]. now rewrite in_set_means.
      + exists y. split; auto. now apply in_set_means in My.
  Qed.

  Theorem p_positions_misere m : check_misere m = true -> forall x, is_position r x ->
    (p_position Misere r x <-> member b a x = true) /\ (n_position Misere r x <-> member b a x <> true).
  Proof.
    unfold check_misere. destruct (follow b r (hints e)) as [g|] eqn:Fo; [|discriminate]. rewrite !andb_true_iff.
    intros [[[[[[[So Ap] Ab] Sb] Fw] Nb] Re] Es].
    pose proof So as So'. unfold sound_rule in So'. rewrite !andb_true_iff in So'. destruct So' as [[[Ss Sw] Sd] Rk].
    pose proof (reach_facts _ _ _ _ Re) as Sa.
    assert (Bl : forall x, length x = n -> means b (in_set n (blocked m)) x <-> member b (blocked m) x = true)
      by (intros; now apply in_set_means).
    assert (Stuck : forall x, is_position r x -> member b (blocked m) x = true -> stuck (move r) x).
    { intros x Px Bx y Mo. apply (apart_sound b r (hints e) g Fo Ss Sw _ _ _ Sb Sd Ab x y Px); auto.
      - apply Bl; auto. apply Px.
      - apply (domain_means b r (hints e) g Fo). apply Mo. }
    assert (Won : forall x, holds (win r) x \/ ~ holds (win r) x).
    { intro x. destruct (means_dec b (won g) x Fw) as [K|K]; rewrite (won_means b r (hints e) g Fo) in K; auto. }
    apply (kernel (move r) _ (is_position r) (fun x => member b a x = true) (rank_functions (decline e))).
    - intros x y _ Mo. apply Mo.
    - now apply (ranks_fall b r (hints e) g Fo Ss Sw Sd).
    - intros x _. destruct (member b a x); auto.
    - intros x y Px Ax Mo Ay. apply (apart_sound b r (hints e) g Fo Ss Sw _ _ _ Sa Sa Ap x y Px); auto; apply in_set_means; auto; apply Px || apply Mo.
    - intros x [lx Dx] Ax St Nw. cbn in Nw. destruct (member b (blocked m) x) eqn:Bx.
      + apply (never_sound b n _ Nb x lx). rewrite !both_means. cbn [means]. rewrite (won_means b r (hints e) g Fo).
        rewrite !in_set_means by auto. auto.
      + destruct (reach_sound b r (hints e) g Fo Ss Sw Sd _ _ _ Es x lx) as (y & Mo & _); [|now apply (St y)].
        rewrite !both_means. cbn [means]. rewrite (domain_means b r (hints e) g Fo), !in_set_means, Bx by auto. auto.
    - intros x [lx Dx] Nx. destruct (member b (blocked m) x) eqn:Bx; [destruct (Won x) as [W|W]|].
      2:{ right. split; [apply Stuck; [split; auto|auto]|exact W]. }
      + left. destruct (reach_sound b r (hints e) g Fo Ss Sw Sd _ _ _ Re x lx) as (y & Mo & ly & My).
        * rewrite !both_means. cbn [means]. rewrite both_means. cbn [means].
          rewrite (domain_means b r (hints e) g Fo), (won_means b r (hints e) g Fo), !in_set_means by auto. tauto.
        * exists y. split; auto. now apply in_set_means in My.
      + left. destruct (reach_sound b r (hints e) g Fo Ss Sw Sd _ _ _ Re x lx) as (y & Mo & ly & My).
        * rewrite !both_means. cbn [means]. rewrite both_means. cbn [means].
          rewrite (domain_means b r (hints e) g Fo), (won_means b r (hints e) g Fo), !in_set_means, Bx by auto.
          split; [auto|]. split; [auto|]. intros [? _]. discriminate.
        * exists y. split; auto. now apply in_set_means in My.
  Qed.
End Positions.

(** * Short names for exported files *)

(** A cell with its number. *)
Definition C (i : positive) (s : list Z) (o : list positive) (gs : list positive) : positive * cell := (i, Cell s o gs).

(** An accepting state of an automaton, a state that is not accepting, and a tree with two subtrees. *)
Definition Y (t : tree) : tree * bool := (t, true).
Definition X (t : tree) : tree * bool := (t, false).
Definition T (t u : tree) : tree := Node [t; u].

(** Lists of positive numbers and of integers: the empty list, and functions that prepend one, two, four or eight
    numbers. *)
Definition P0 : list positive := [].
Definition P1 (a : positive) (l : list positive) := a :: l.
Definition P2 (a b : positive) (l : list positive) := a :: b :: l.
Definition P4 (a b c d : positive) (l : list positive) := a :: b :: c :: d :: l.
Definition P8 (a b c d e f g h : positive) (l : list positive) := a :: b :: c :: d :: e :: f :: g :: h :: l.
Definition Q0 : list Z := [].
Definition Q1 (a : Z) (l : list Z) := a :: l.
Definition Q2 (a b : Z) (l : list Z) := a :: b :: l.
Definition Q4 (a b c d : Z) (l : list Z) := a :: b :: c :: d :: l.
Definition Q8 (a b c d e f g h : Z) (l : list Z) := a :: b :: c :: d :: e :: f :: g :: h :: l.
