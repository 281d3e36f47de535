(** The number of options of a position in a set by one move of the rule, computed while the digits are read.

    A witness of an option is the list of guessed numbers that leads to the option. The options are ordered
    lexicographically. An automaton that reads a position and guesses selects some witnesses. Further automata recognise
    the selected witnesses for which at least one, two, ... options are smaller, and the positions that have at least
    two, three, ... options. *)
From Coq Require Import NArith ZArith List Bool Lia Permutation FMapPositive.
From Sprague Require Import Game Lists DigitConditions Strategies Numerations Compile EntryOrders Moves MoveKeys Ranks PPositions Plans LexOrder.
Import ListNotations.
Local Open Scope nat_scope.

(** * Evidence *)

(** Level j of a count: the witnesses for which at least j - 1 options are smaller, the positions with at least j
    options, and a strategy that finds a witness of level j. *)
Record level := Level { ends : automaton; has : automaton; final : strategy }.

(** An alias: witnesses that are not selected, because a witness of move [other] is selected for the same option. *)
Record alias := Alias { other : nat; covered : automaton; instead : strategy }.

(** The evidence for one move: the aliases, level 1, and the levels 2, 3, .... A strategy for each level from 2 on finds
    a witness of the previous level. *)
Record tally := Tally { aliases : list alias; single : level; several : list (strategy * level) }.
Definition levels (t : tally) : list level := single t :: map snd (several t).
Definition picked (t : tally) : automaton := ends (single t).

Section Way.
  Context (b : numeration) (n : nat) (a : automaton).

  (** After the position, the automaton reads two lists of guesses. [second] contains the indices of the position and of
      the second list. [reached_second] contains the indices of the option of the second list. *)
  Definition second (k k' : nat) : list nat := seq 0 n ++ seq (n + k) k'.
  Definition reached_second (p p' : played) : list nat := pick 0 (arrival p') (second (more p) (more p')).

  (** The condition that the guesses form a move into the set. *)
  Definition witness (p : played) : cond := both (Member a (arrival p)) (when p).

  (** The check of a level: a position belongs to the level if and only if some witness of the level exists. *)
  Definition level_ok (p : played) (l : level) : bool :=
    let k := more p in
    never b (n + k) (both (in_set (n + k) (ends l)) (No (Member (has l) (seq 0 n))))
    && strategy_ok b n (in_set n (has l)) k (in_set (n + k) (ends l)) (final l).

  (** The condition that the first list of guesses is a selected witness, and that the second list is a witness of the
      previous level for a smaller option. *)
  Definition one_less (p : played) (t : tally) (l : level) : cond :=
    both (Member (picked t) (seq 0 (n + more p)))
      (both (Member (ends l) (second (more p) (more p))) (ahead_at (combine (reached_second p p) (arrival p)))).

  (** The check that the next level contains a witness if and only if a witness of this level for a smaller option
      exists. *)
  Definition next_ok (p : played) (t : tally) (l : level) (sl : strategy * level) : bool :=
    let k := more p in let (s, l') := sl in
    level_ok p l'
    && never b (n + k + k) (both (one_less p t l) (No (Member (ends l') (seq 0 (n + k)))))
    && strategy_ok b (n + k) (in_set (n + k) (ends l')) k (one_less p t l) s.

  Fixpoint nexts_ok (p : played) (t : tally) (l : level) (sls : list (strategy * level)) : bool :=
    match sls with
    | [] => true
    | sl :: sls => next_ok p t l sl && nexts_ok p t (snd sl) sls
    end.

  Definition way_ok (p : played) (t : tally) : bool :=
    let k := more p in
    (length (arrival p) =? n) && forallb (fun i => i <? n + k) (arrival p)
    && never b (n + k) (both (in_set (n + k) (picked t)) (No (witness p)))
    && level_ok p (single t) && nexts_ok p t (single t) (several t).

  (** ** One move *)
  Section One.
    Context (p : played) (t : tally).
    Let k := more p.
    Hypothesis ok : way_ok p t = true.

    Lemma way_facts : length (arrival p) = n /\ Forall (fun i => i < n + k) (arrival p) /\
      never b (n + k) (both (in_set (n + k) (picked t)) (No (witness p))) = true /\
      level_ok p (single t) = true /\ nexts_ok p t (single t) (several t) = true.
    Proof.
      unfold way_ok in ok. rewrite !andb_true_iff, Nat.eqb_eq in ok. destruct ok as [[[[H1 H2] H3] H4] H5].
      repeat split; auto. revert H2. apply forallb_Forall. intro i. apply Nat.ltb_lt.
    Qed.

    Definition reach (x v : list N) : list N := pick 0%N (arrival p) (x ++ v).

    (** The proposition that y is a counted option of x: a selected witness leads from x to y. *)
    Definition good (x y : list N) : Prop := exists v, length v = k /\ member b (picked t) (x ++ v) = true /\ reach x v = y.

    Fixpoint climbs (x : list N) (j : nat) (y : list N) : Prop :=
      match j with O => good x y | S j => good x y /\ exists z, ahead z y /\ climbs x j z end.

    Lemma climbs_good x j y : climbs x j y -> good x y.
    Proof. destruct j; cbn; tauto. Qed.

    Lemma good_length x y : good x y -> length y = n.
    Proof. intros (v & _ & _ & <-). unfold reach. rewrite length_pick. apply way_facts. Qed.

    Lemma first_member c x v u : length x = n -> length v = k -> (means b (Member c (seq 0 (n + k))) ((x ++ v) ++ u) <-> member b c (x ++ v) = true).
    Proof.
      intros lx lv. cbn [means]. rewrite pick_left.
      - replace (n + k) with (length (x ++ v)) by (rewrite len_app; lia). now rewrite pick_all.
      - apply Forall_forall. intros i Hi. apply in_seq in Hi. rewrite len_app. lia.
    Qed.

    Lemma set_member c x v : length x = n -> length v = k -> (means b (in_set (n + k) c) (x ++ v) <-> member b c (x ++ v) = true).
    Proof. intros lx lv. apply in_set_means. rewrite len_app. lia. Qed.

    Lemma left_member c x v : length x = n -> (means b (Member c (seq 0 n)) (x ++ v) <-> member b c x = true).
    Proof.
      intro lx. cbn [means]. rewrite pick_left.
      - rewrite <- lx, pick_all. tauto.
      - apply Forall_forall. intros i Hi. apply in_seq in Hi. lia.
    Qed.
  End One.

  Lemma pick_second k k' x v u : length x = n -> length v = k -> length u = k' -> pick 0%N (second k k') ((x ++ v) ++ u) = x ++ u.
  Proof.
    intros lx lv lu. unfold second. rewrite pick_app. f_equal.
    - rewrite <- app_assoc, pick_left, <- lx, ?pick_all; auto. apply Forall_forall. intros i Hi. apply in_seq in Hi. lia.
    - apply pick_shift; auto. rewrite len_app. lia.
  Qed.

  Lemma length_second k k' : length (second k k') = n + k'.
  Proof. unfold second. now rewrite len_app, !len_seq. Qed.

  Lemma pick_reached p p' x v u : Forall (fun i => i < n + more p') (arrival p') -> length x = n -> length v = more p -> length u = more p' ->
    pick 0%N (reached_second p p') ((x ++ v) ++ u) = reach p' x u.
  Proof.
    intros F lx lv lu. unfold reached_second, reach. rewrite <- pick_pick by (now rewrite length_second). now rewrite pick_second.
  Qed.

  Lemma pick_first p x v u : Forall (fun i => i < n + more p) (arrival p) -> length x = n -> length v = more p ->
    pick 0%N (arrival p) ((x ++ v) ++ u) = reach p x v.
  Proof. intros F lx lv. unfold reach. rewrite pick_left; auto. now rewrite len_app, lx, lv. Qed.

  Section Levels.
    Context (p : played) (t : tally).
    Let k := more p.
    Hypothesis ok : way_ok p t = true.

    Definition right_level (j : nat) (l : level) : Prop := forall x v, length x = n -> length v = k ->
      (member b (ends l) (x ++ v) = true <-> member b (picked t) (x ++ v) = true /\ climbs p t x j (reach p x v)).

    Lemma one_less_means l x v u : length x = n -> length v = k -> length u = k ->
      (means b (one_less p t l) ((x ++ v) ++ u) <->
       member b (picked t) (x ++ v) = true /\ member b (ends l) (x ++ u) = true /\ ahead (reach p x u) (reach p x v)).
    Proof.
      intros lx lv lu. destruct (way_facts p t ok) as (La & Fa & _). unfold one_less. rewrite !both_means.
      rewrite (first_member p) by auto. cbn [means]. rewrite pick_second by auto. rewrite ahead_at_means by (unfold reached_second; now rewrite length_pick).
      now rewrite pick_reached, pick_first by auto.
    Qed.

    Lemma next_right j l s l' : right_level j l -> next_ok p t l (s, l') = true -> right_level (S j) l'.
    Proof.
      unfold next_ok. rewrite !andb_true_iff. intros R [[_ Up] Do] x v lx lv. fold k in Up, Do.
      assert (lxv : length (x ++ v) = n + k) by (rewrite len_app; lia). split.
      - intro M. destruct (strategy_sound b (n + k) _ _ _ _ Do (x ++ v) lxv) as (u & lu & F); [now apply (set_member p)|].
        apply one_less_means in F as (Mp & Mu & A); auto. split; [exact Mp|]. split; [exists v; auto|].
        exists (reach p x u). split; [exact A|]. now apply R in Mu.
      - intros [Mp [_ (z & A & C)]]. destruct (climbs_good _ _ _ _ _ C) as (u & lu & Mu & <-).
        apply (first_member p (ends l') x v u lx lv). apply (never_without b _ _ _ ((x ++ v) ++ u) Up); [rewrite len_app; lia|].
        apply one_less_means; auto. split; [exact Mp|]. split; [|exact A]. apply R; auto.
    Qed.

    Lemma right_single : right_level 0 (single t).
    Proof. intros x v lx lv. cbn [climbs]. unfold picked. split; [|tauto]. intro M. split; [exact M|]. exists v. auto. Qed.

    Lemma right_levels j l : nth_error (levels t) j = Some l -> right_level j l /\ level_ok p l = true.
    Proof.
      destruct (way_facts p t ok) as (_ & _ & _ & L1 & Ls). unfold levels. revert j l.
      enough (K : forall sls i l0, right_level i l0 -> level_ok p l0 = true -> nexts_ok p t l0 sls = true ->
        forall j l, nth_error (l0 :: map snd sls) j = Some l -> right_level (i + j) l /\ level_ok p l = true).
      { intros j l. apply (K (several t) 0 (single t) right_single L1 Ls). }
      induction sls as [|[s l'] sls IH]; intros i l0 R L N [|j] l E; cbn [map nth_error] in E.
      - injection E as <-. now rewrite Nat.add_0_r.
      - destruct j; discriminate.
      - injection E as <-. now rewrite Nat.add_0_r.
      - cbn [nexts_ok snd] in N. apply andb_true_iff in N as [N1 N2]. replace (i + S j) with (S i + j) by lia.
        apply (IH (S i) l'); auto; [now apply (next_right i l0 s)|]. unfold next_ok in N1. rewrite !andb_true_iff in N1. tauto.
    Qed.

    Lemma has_climbs j l x : nth_error (levels t) j = Some l -> length x = n ->
      (member b (has l) x = true <-> exists y, climbs p t x j y).
    Proof.
      intros E lx. destruct (right_levels j l E) as [R L]. unfold level_ok in L. apply andb_true_iff in L as [L1 L2]. fold k in L1, L2. split.
      - intro M. destruct (strategy_sound b n _ _ _ _ L2 x lx) as (v & lv & F); [now apply in_set_means|].
        apply (set_member p) in F; auto. apply R in F; auto. exists (reach p x v). apply F.
      - intros (y & C). destruct (climbs_good _ _ _ _ _ C) as (v & lv & Mv & <-).
        apply (left_member p (has l) x v lx). apply (never_without b (n + k) _ _ (x ++ v) L1); [rewrite len_app; lia|].
        apply (set_member p); auto. apply R; auto.
    Qed.

    Lemma climbs_list x j : (exists y, climbs p t x j y) <-> exists l, length l = S j /\ NoDup l /\ Forall (good p t x) l.
    Proof.
      split.
      - enough (K : forall y, climbs p t x j y -> exists l, length l = j /\ NoDup l /\ Forall (good p t x) l /\ Forall (fun z => ahead z y) l).
        { intros (y & C). destruct (K y C) as (l & L & No & G & A). exists (y :: l). split; [cbn; lia|]. split.
          - constructor; [|exact No]. intro H. rewrite Forall_forall in A. now apply (ahead_irreflexive y), A.
          - constructor; auto. now apply climbs_good in C. }
        induction j as [|j IH]; intros y C; [exists []; repeat split; constructor|].
        destruct C as [_ (z & A & C)]. destruct (IH z C) as (l & L & No & G & F). exists (z :: l). split; [cbn; lia|].
        rewrite Forall_forall in F. split; [constructor; [|exact No]; intro H; now apply (ahead_irreflexive z), F|].
        split; constructor; auto; [now apply climbs_good in C|]. apply Forall_forall. intros w Hw. apply (ahead_transitive _ z); auto.
      - enough (K : forall l, length l = S j -> NoDup l -> Forall (good p t x) l -> exists y, In y l /\ climbs p t x j y).
        { intros (l & L & No & G). destruct (K l L No G) as (y & _ & C). eauto. }
        induction j as [|j IH]; intros l L No G.
        + destruct l as [|y l]; [discriminate|]. exists y. split; [now left|]. now apply Forall_cons_iff in G.
        + destruct (last_ahead l n) as (q & y & q' & -> & A); auto.
          * intros ->. discriminate.
          * eapply Forall_impl; [|exact G]. intros y. now apply good_length.
          * rewrite Forall_app, Forall_cons_iff in G. destruct G as (G1 & Gy & G2). apply NoDup_remove_1 in No.
            destruct (IH (q ++ q')) as (z & Hz & C); auto.
            { rewrite len_app in *. cbn in L. lia. }
            { apply Forall_app. auto. }
            exists y. split; [apply in_app_iff; cbn; auto|]. split; [exact Gy|]. exists z. auto.
    Qed.
  End Levels.
End Way.
