(** The number of options of a position in a set, as a sum over all moves in all orders of the entries.

    A move in one order of the entries is called an ordered move. Each option in the set has a selected witness for
    exactly one ordered move. Therefore the number of options of a position is the sum of the numbers of options that
    the ordered moves count. *)
From Coq Require Import NArith ZArith List Bool Lia Permutation FMapPositive.
From Sprague Require Import Game Lists DigitConditions Strategies Numerations Compile EntryOrders Moves MoveKeys Ranks PPositions Plans.
From Sprague Require Import BlockingKernel LexOrder CountLevels.
Import ListNotations.
Local Open Scope nat_scope.

Section Ways.
  Context (b : numeration) (n : nat) (a : automaton).
  Local Notation way_ok := (way_ok b n a).
  Local Notation good := (good b).
  Local Notation second := (second n).
  Local Notation reached_second := (reached_second n).
  Local Notation witness := (witness a).

  (** [at_least] is the condition that an ordered move counts at least j options, and [counted] is the condition that
      the ordered moves together count at least j options. *)
  Definition at_least (t : tally) (j : nat) : cond :=
    match j with
    | O => Yes
    | S j =>
        match nth_error (levels t) j with
        | Some l => if never b n (in_set n (has l)) then No Yes else in_set n (has l)
        | None => No Yes
        end
    end.

  Fixpoint counted (ts : list tally) (j : nat) : cond :=
    match ts with
    | [] => match j with O => Yes | S _ => No Yes end
    | t :: ts => fold_right (fun i f => either (joint (at_least t i) (counted ts (j - i))) f) (No Yes) (seq 0 (S j))
    end.

  Lemma at_least_means p t j x : way_ok p t = true -> j <= length (levels t) -> length x = n ->
    (means b (at_least t j) x <-> exists l, length l = j /\ NoDup l /\ Forall (good p t x) l).
  Proof.
    intros ok L lx. destruct j as [|j]; cbn [at_least].
    - split; [intros _; exists []; repeat split; constructor|intros; exact I].
    - destruct (nth_error (levels t) j) as [l|] eqn:E; [|apply nth_error_None in E; lia].
      transitivity (means b (in_set n (has l)) x).
      + destruct (never b n (in_set n (has l))) eqn:Ne; [|tauto]. cbn [means]. split; [tauto|]. intro M. exfalso.
        now apply (never_sound b n _ Ne x lx).
      + rewrite in_set_means, (has_climbs b n a p t ok j l x E lx) by auto. now apply (climbs_list b n a).
  Qed.

  Lemma counted_means t ts j x :
    means b (counted (t :: ts) j) x <-> exists i, i <= j /\ means b (at_least t i) x /\ means b (counted ts (j - i)) x.
  Proof.
    cbn [counted]. assert (K : forall s,
      means b (fold_right (fun i f => either (joint (at_least t i) (counted ts (j - i))) f) (No Yes) s) x <->
      exists i, In i s /\ means b (at_least t i) x /\ means b (counted ts (j - i)) x).
    { induction s as [|i s IH]; cbn [fold_right]; [cbn; split; [tauto|intros (i & [] & _)]|].
      rewrite either_means, joint_means, IH. split.
      - intros [H|(i' & Hi & H)]; [exists i|exists i']; split; auto; now (left + right).
      - intros (i' & [<-|Hi] & H); [now left|right; eauto]. }
    rewrite K. split; intros (i & Hi & H); exists i; split; auto; [apply in_seq in Hi; lia|apply in_seq; lia].
  Qed.

  Context (orders : list (list nat)).

  (** The check that no option is counted for two different ordered moves, or twice for the same ordered move. *)
  Definition two_ways (pt qu : played * tally) (alike : cond) : bool :=
    let (p, t) := pt in let (q, u) := qu in
    never b (n + more p + more q)
      (both (Member (picked t) (seq 0 (n + more p))) (both (Member (picked u) (second (more p) (more q))) alike)).

  Definition proper (orders : list (list nat)) : list (list nat) := filter (fun o => negb (equal o (seq 0 n))) orders.

  Definition apart_from (pt qu : played * tally) : bool :=
    two_ways pt qu (alike_at orders (arrival (fst pt)) (reached_second (fst pt) (fst qu))).
  Definition once (pt : played * tally) : bool :=
    two_ways pt pt (joint (alike_at (proper orders) (arrival (fst pt)) (reached_second (fst pt) (fst pt)))
                          (negated (same_at (combine (arrival (fst pt)) (reached_second (fst pt) (fst pt)))))).

  Fixpoint ways_ok (m : nat) (pts : list (played * tally)) : bool :=
    match pts with
    | [] => true
    | pt :: pts => way_ok (fst pt) (snd pt) && (m <=? length (levels (snd pt))) && once pt && forallb (apart_from pt) pts && ways_ok m pts
    end.

  Lemma ways_way m pts p t : ways_ok m pts = true -> In (p, t) pts -> way_ok p t = true.
  Proof.
    induction pts as [|qu pts IH]; [intros _ []|]. cbn [ways_ok]. rewrite !andb_true_iff. intros [[[[W _] _] _] Ok] [->|H]; auto.
  Qed.

  Definition good_by (pts : list (played * tally)) (x y : list N) : Prop := exists pt, In pt pts /\ good (fst pt) (snd pt) x y.
  Definition alike_by (y z : list N) : Prop := exists o, In o orders /\ pick 0%N o y = z.
  Hypothesis orders_fine : Forall (fun o => length o = n /\ Forall (fun i => i < n) o) orders.

  Lemma two_ways_sound p t q u alike x v w : way_ok p t = true -> way_ok q u = true -> two_ways (p, t) (q, u) alike = true ->
    length x = n -> length v = more p -> length w = more q ->
    member b (picked t) (x ++ v) = true -> member b (picked u) (x ++ w) = true -> ~ means b alike ((x ++ v) ++ w).
  Proof.
    intros okp okq Tw lx lv lw Mv Mw Al. apply (never_sound b _ _ Tw ((x ++ v) ++ w)); [rewrite !len_app; lia|].
    rewrite !both_means. split; [now apply (first_member b n p)|]. split; [|exact Al]. cbn [means]. now rewrite pick_second.
  Qed.

  Lemma apart_from_sound p t q u x y z : way_ok p t = true -> way_ok q u = true -> apart_from (p, t) (q, u) = true -> length x = n ->
    good p t x y -> good q u x z -> ~ alike_by y z.
  Proof.
    intros okp okq Ap lx (v & lv & Mv & <-) (w & lw & Mw & <-) Al.
    destruct (way_facts b n a p t okp) as (Lp & Fp & _). destruct (way_facts b n a q u okq) as (Lq & Fq & _).
    apply (two_ways_sound p t q u _ x v w okp okq Ap lx lv lw Mv Mw). cbn [fst].
    apply alike_at_means; [unfold reached_second; rewrite length_pick; congruence|now rewrite Lp|].
    rewrite (pick_first n), (pick_reached n) by auto. exact Al.
  Qed.

  Lemma once_sound p t x y z : way_ok p t = true -> once (p, t) = true -> length x = n ->
    good p t x y -> good p t x z -> alike_by y z -> y = z.
  Proof.
    intros okp On lx (v & lv & Mv & <-) (w & lw & Mw & <-) (o & Ho & E).
    destruct (way_facts b n a p t okp) as (Lp & Fp & _).
    destruct (list_eq_dec N.eq_dec (reach p x v) (reach p x w)) as [|Ne]; auto. exfalso.
    apply (two_ways_sound p t p t _ x v w okp okp On lx lv lw Mv Mw). cbn [fst]. rewrite joint_means, negated_means. split.
    - apply alike_at_means; [unfold reached_second; now rewrite length_pick|rewrite Lp|].
      + apply Forall_forall. intros o' Ho'. apply filter_In in Ho'. rewrite Forall_forall in orders_fine. now apply orders_fine.
      + exists o. rewrite (pick_first n), (pick_reached n) by auto. split; [|exact E]. apply filter_In. split; [exact Ho|].
        destruct (equal o (seq 0 n)) eqn:Eo; auto. exfalso. apply Ne. apply equal_eq in Eo. rewrite <- E, Eo.
        rewrite <- Lp. unfold reach. rewrite <- (length_pick 0%N (arrival p) (x ++ v)). symmetry. apply pick_all.
    - rewrite same_at_means by (unfold reached_second; now rewrite length_pick). now rewrite (pick_first n), (pick_reached n) by auto.
  Qed.

  (** Split a list of options into the options that the first ordered move counts and all other options. *)
  Lemma parted pt pts x l : Forall (good_by (pt :: pts) x) l ->
    exists l1 l2, Permutation l (l1 ++ l2) /\ Forall (good (fst pt) (snd pt) x) l1 /\ Forall (good_by pts x) l2.
  Proof.
    induction 1 as [|y l (qu & [<-|Hq] & G) _ (l1 & l2 & P & G1 & G2)]; [exists [], []; repeat split; constructor| |].
    - exists (y :: l1), l2. split; [cbn; now constructor|]. split; [now constructor|exact G2].
    - exists l1, (y :: l2). split; [now apply Permutation_cons_app|]. split; [exact G1|]. constructor; [exists qu; auto|exact G2].
  Qed.

  Hypothesis alike_refl : forall y, length y = n -> alike_by y y.
  Hypothesis alike_sym : forall y z, length y = n -> length z = n -> alike_by y z -> alike_by z y.

  Lemma good_by_length m pts x y : ways_ok m pts = true -> good_by pts x y -> length y = n.
  Proof.
    intros Ok ([p t] & Hin & G). apply (good_length b n a p t (ways_way m pts p t Ok Hin) x y G).
  Qed.

  Lemma different_permutation l l' : Permutation l l' -> Forall (fun y => length y = n) l -> different alike_by l -> different alike_by l'.
  Proof.
    induction 1 as [|y l l' P IH|y z l|l l' l'' P IH P' IH']; intros F D; auto.
    - apply Forall_cons_iff in F as [_ F]. inversion D as [|? ? H D']; subst. constructor; [|now apply IH].
      rewrite Forall_forall in H |- *. intros z Hz. apply H. now apply (Permutation_in _ (Permutation_sym P)).
    - apply Forall_cons_iff in F as [Fy F]. apply Forall_cons_iff in F as [Fz _]. inversion D as [|? ? H D']; subst.
      inversion D' as [|? ? H' D'']; subst. apply Forall_cons_iff in H as [Hyz H]. repeat constructor; auto.
    - apply IH'; auto. eapply Permutation_Forall; eauto.
  Qed.

  Lemma different_NoDup l : Forall (fun y => length y = n) l -> different alike_by l -> NoDup l.
  Proof.
    intros F D. induction D as [|y l H D IH]; constructor; apply Forall_cons_iff in F as [Fy F]; auto.
    intro Hy. rewrite Forall_forall in H. now apply (H y Hy), alike_refl.
  Qed.

  Theorem counts m pts x : ways_ok m pts = true -> length x = n -> forall j, j <= m ->
    (means b (counted (map snd pts) j) x <-> exists l, length l = j /\ different alike_by l /\ Forall (good_by pts x) l).
  Proof.
    intros Ok lx. induction pts as [|[p t] pts IH]; intros j Lj.
    - cbn [map counted]. destruct j as [|j]; cbn [means].
      + split; [intros _; exists []; repeat split; constructor|auto].
      + split; [tauto|]. intros ([|y l] & L & _ & F); [discriminate|]. apply Forall_cons_iff in F as [(pt & [] & _) _].
    - pose proof Ok as Ok'. cbn [ways_ok fst snd] in Ok'. rewrite !andb_true_iff, Nat.leb_le in Ok'.
      destruct Ok' as [[[[W Lm] On] Ap] Okr].
      assert (Len : forall y, good_by ((p, t) :: pts) x y -> length y = n) by (intros y; now apply (good_by_length m)).
      assert (Lenr : forall y, good_by pts x y -> length y = n) by (intros y; now apply (good_by_length m)).
      cbn [map snd]. rewrite counted_means. split.
      + intros (i & Li & M1 & M2). rewrite (at_least_means p t) in M1 by (auto; lia). destruct M1 as (l1 & L1 & No & G1).
        apply (IH Okr) in M2 as (l2 & L2 & D2 & G2); [|lia]. exists (l1 ++ l2). split; [rewrite len_app; lia|]. split.
        * apply different_app. split; [|split; [exact D2|]].
          -- clear L1. induction No as [|y l1 Ny No' IHl]; [constructor|]. apply Forall_cons_iff in G1 as [Gy G1].
             constructor; [|now apply IHl]. rewrite Forall_forall in G1 |- *. intros z Hz Al. apply Ny.
             replace y with z; [exact Hz|]. symmetry. apply (once_sound p t x); auto.
          -- intros y z Hy Hz. rewrite Forall_forall in G1, G2. destruct (G2 z Hz) as ([q u] & Hq & Gz).
             pose proof (ways_way m pts q u Okr Hq) as Wq. exact (apart_from_sound p t q u x y z W Wq (forallb_in _ _ _ Ap Hq) lx (G1 y Hy) Gz).
        * apply Forall_app. split; (eapply Forall_impl; [|eassumption]).
          -- intros y G. exists (p, t). split; [now left|exact G].
          -- intros y (qu & Hq & G). exists qu. split; [now right|exact G].
      + intros (l & L & D & G). destruct (parted _ _ _ _ G) as (l1 & l2 & P & G1 & G2).
        assert (F : Forall (fun y => length y = n) l) by (eapply Forall_impl; [|exact G]; auto).
        apply (different_permutation _ _ P F) in D. apply different_app in D as (D1 & D2 & _).
        apply Permutation_length in P. rewrite len_app in P. exists (length l1). split; [lia|]. split.
        * apply (at_least_means p t); auto; [lia|]. exists l1. split; [auto|]. split; [|exact G1]. apply different_NoDup; auto.
          eapply Forall_impl; [|exact G1]. intros y. now apply (good_length b n a).
        * apply (IH Okr); [lia|]. exists l2. split; [lia|]. auto.
  Qed.

  (** ** Every option in the set is counted *)
  Definition alias_ok (pts : list (played * tally)) (p : played) (l : alias) : bool :=
    match nth_error pts (other l) with
    | Some (q, u) =>
        strategy_ok b (n + more p) (in_set (n + more p) (covered l)) (more q)
          (both (Member (picked u) (second (more p) (more q))) (alike_at orders (arrival p) (reached_second p q))) (instead l)
    | None => false
    end.

  Definition covered_ok (pts : list (played * tally)) (pt : played * tally) : bool :=
    let (p, t) := pt in
    forallb (alias_ok pts p) (aliases t)
    && never b (n + more p) (fold_right (fun l f => both (No (in_set (n + more p) (covered l))) f)
                               (both (No (in_set (n + more p) (picked t))) (witness p)) (aliases t)).

  Theorem covered_sound m pts : ways_ok m pts = true -> forallb (covered_ok pts) pts = true ->
    forall p t x v, In (p, t) pts -> length x = n -> length v = more p -> means b (witness p) (x ++ v) ->
    exists y, good_by pts x y /\ alike_by (reach p x v) y.
  Proof.
    intros Ok Co p t x v Hin lx lv Wi. assert (lxv : length (x ++ v) = n + more p) by (rewrite len_app; lia).
    pose proof (ways_way m pts p t Ok Hin) as W. destruct (way_facts b n a p t W) as (Lp & Fp & _).
    apply (forallb_in _ _ _ Co) in Hin as Hc. cbn [covered_ok] in Hc. apply andb_true_iff in Hc as [Al Ne].
    destruct (member b (picked t) (x ++ v)) eqn:E.
    - exists (reach p x v). split; [exists (p, t); split; [exact Hin|exists v; auto]|]. apply alike_refl.
      unfold reach. now rewrite length_pick.
    - destruct (existsb (fun l => member b (covered l) (x ++ v)) (aliases t)) eqn:F.
      + apply existsb_in in F as (l & Hl & M). apply (forallb_in _ _ _ Al) in Hl. unfold alias_ok in Hl.
        destruct (nth_error pts (other l)) as [[q u]|] eqn:Eq; [|discriminate]. apply nth_error_In in Eq.
        pose proof (ways_way m pts q u Ok Eq) as Wq. destruct (way_facts b n a q u Wq) as (Lq & Fq & _).
        destruct (strategy_sound b _ _ _ _ _ Hl (x ++ v) lxv) as (w & lw & Mw); [now apply in_set_means|].
        rewrite both_means in Mw. destruct Mw as [Mw Ma]. cbn [means] in Mw. rewrite pick_second in Mw by auto.
        apply alike_at_means in Ma; [|unfold reached_second; rewrite length_pick; congruence|now rewrite Lp].
        rewrite (pick_first n), (pick_reached n) in Ma by auto. exists (reach q x w). split; [|exact Ma].
        exists (q, u). split; [exact Eq|]. exists w. auto.
      + exfalso. apply (never_sound b _ _ Ne (x ++ v) lxv). clear Ne Al. induction (aliases t) as [|l ls IH]; cbn [fold_right].
        * rewrite both_means. cbn [means]. split; [|exact Wi]. intro K. apply (set_member b n p) in K; auto. congruence.
        * cbn [existsb] in F. apply orb_false_iff in F as [F1 F2]. rewrite both_means. cbn [means]. split; [|auto].
          intro K. apply (set_member b n p) in K; auto. congruence.
  Qed.
End Ways.
