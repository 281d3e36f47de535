(** The theorem about P-positions of games with blocking, its evidence, and the check of the evidence. *)
From Coq Require Import NArith ZArith List Bool Lia Permutation FMapPositive.
From Sprague Require Import Game Lists DigitConditions Strategies Numerations Compile Kernel EntryOrders Moves MoveKeys Ranks PPositions Plans Theorems.
From Sprague Require Import BlockingKernel CountLevels OptionCounts.
Import ListNotations.
Local Open Scope nat_scope.

(** * All orders of entries *)
Fixpoint insertions (a : nat) (l : list nat) : list (list nat) :=
  match l with [] => [[a]] | c :: t => (a :: l) :: map (cons c) (insertions a t) end.
Fixpoint all_orders (l : list nat) : list (list nat) :=
  match l with [] => [[]] | a :: t => flat_map (insertions a) (all_orders t) end.

Lemma in_insertions a p q : In (p ++ a :: q) (insertions a (p ++ q)).
Proof. induction p as [|c p IH]; cbn; [destruct q; now left|]. right. now apply in_map. Qed.

Lemma in_all_orders l : forall l', Permutation l l' -> In l' (all_orders l).
Proof.
  induction l as [|a t IH]; intros l' P; cbn [all_orders].
  - apply Permutation_nil in P. subst. now left.
  - assert (H : In a l') by (apply (Permutation_in _ P); now left). apply in_split in H as (p & q & ->).
    apply in_flat_map. exists (p ++ q). split; [|apply in_insertions]. apply IH. now apply Permutation_cons_app_inv in P.
Qed.

(** * Ordered moves: each move in each order of the entries *)
Definition in_order (n : nat) (p : played) (o : list nat) : played :=
  let places := o ++ seq n (more p) in
  Played (more p) (rename (n + more p) places (when p)) (pick 0 (inverse o) (pick 0 (arrival p) places)).

Section Blocked.
  Context (b : numeration) (m : nat) (r : rule) (a : automaton) (e : evidence) (ts : list tally).
  Let n := entries r.

  Definition own_orders : list (list nat) := filter (fun o => equal (pick 0 o (groups r)) (groups r)) (all_orders (seq 0 n)).
  Definition order_fine (o : list nat) : bool := order_ok n (groups r) o && equal (pick 0 (inverse o) o) (seq 0 n).
  Definition ways (g : followed) : list played := flat_map (fun p => map (in_order n p) own_orders) (kinds g).

  Definition check_blocking : bool :=
    match follow b r (hints e) with
    | Some g =>
        let pts := combine (ways g) ts in
        let many := counted b n ts (1 + m) in
        sound_rule b r e g && forallb order_fine own_orders
        && forallb (fun p => forallb (fun i => i <? n + more p) (arrival p)) (kinds g)
        && (length (ways g) =? length ts)
        && never b n (both (in_set n a) (No (domain g)))
        && ways_ok b n a own_orders (1 + m) pts && forallb (covered_ok b n a own_orders pts) pts
        && forallb (fun j => decidable b (counted b n ts j)) (seq 0 (2 + m))
        && never b n (both (in_set n a) many)
        && never b n (both (domain g) (both (No (in_set n a)) (negated many)))
    | None => false
    end.

  (** ** Orders of entries *)
  Section Orders.
    Hypothesis Lg : length (groups r) = n.
    Hypothesis fine : forallb order_fine own_orders = true.

    Lemma own_order o : is_order r o -> In o own_orders.
    Proof.
      intros [P E]. unfold own_orders. apply filter_In. split; [now apply in_all_orders|].
      rewrite E. clear. induction (groups r) as [|i l IH]; cbn; auto. now rewrite Nat.eqb_refl.
    Qed.

    Lemma fine_order o : In o own_orders -> order_ok n (groups r) o = true /\ is_order r o /\ is_order r (inverse o) /\
      forall y, length y = n -> pick 0%N (inverse o) (pick 0%N o y) = y.
    Proof.
      intro Ho. apply (forallb_in _ _ _ fine) in Ho. unfold order_fine in Ho. apply andb_true_iff in Ho as [Oo E].
      destruct (is_order_inverse r o Oo) as (Io & Ii & _). split; [exact Oo|]. split; [exact Io|]. split; [exact Ii|].
      intros y ly. destruct (order_bounds r o Io) as [Lo _]. destruct (order_bounds r _ Ii) as [_ Bi].
      rewrite pick_pick by (now rewrite Lo). apply equal_eq in E. rewrite E, <- ly. apply pick_all.
    Qed.

    Lemma same_alike y z : same_position r y z <-> alike_by own_orders y z.
    Proof.
      split; intros (o & Ho & E); exists o; split; auto; [now apply own_order|]. now apply fine_order.
    Qed.

    Lemma same_refl y : length y = n -> same_position r y y.
    Proof.
      intro ly. exists (seq 0 n). split; [|rewrite <- ly; apply pick_all]. split; [reflexivity|]. fold n. rewrite <- Lg. apply pick_all.
    Qed.

    Lemma same_sym y z : length y = n -> same_position r y z -> same_position r z y.
    Proof.
      intros ly (o & Ho & <-). destruct (fine_order o (own_order o Ho)) as (_ & _ & Ii & Inv). exists (inverse o). auto.
    Qed.

    Lemma same_trans y z u : same_position r y z -> same_position r z u -> same_position r y u.
    Proof.
      intros (o & Ho & <-) (o' & Ho' & <-). destruct (order_bounds r o Ho) as [Lo _]. destruct (order_bounds r o' Ho') as [_ Bo'].
      exists (pick 0 o' o). rewrite <- !pick_pick by (now rewrite Lo). split; [|reflexivity]. destruct Ho as [P E], Ho' as [P' E']. split.
      - rewrite P at 1. rewrite <- (pick_all 0 o) at 1. rewrite Lo. unfold pick. now apply Permutation_map.
      - rewrite <- pick_pick by (now rewrite Lo). now rewrite E.
    Qed.

    Lemma same_decided y z : same_position r y z \/ ~ same_position r y z.
    Proof.
      rewrite same_alike. unfold alike_by.
      destruct (existsb (fun o => if list_eq_dec N.eq_dec (pick 0%N o y) z then true else false) own_orders) eqn:E.
      - left. apply existsb_in in E as (o & Ho & E). exists o. split; [exact Ho|]. now destruct (list_eq_dec N.eq_dec _ _).
      - right. intros (o & Ho & K). apply not_true_iff_false in E. apply E. apply existsb_exists. exists o. split; [exact Ho|].
        now destruct (list_eq_dec N.eq_dec _ _).
    Qed.
  End Orders.

  (** ** Ordered moves are moves, and every move is an ordered move *)
  Section Ways.
    Context (g : followed).
    Hypothesis followed_so : follow b r (hints e) = Some g.
    Hypothesis stop_symmetric : symmetric b r (stopped g) = true.
    Hypothesis win_symmetric : symmetric b r (won g) = true.
    Hypothesis fine : forallb order_fine own_orders = true.
    Hypothesis bounds : forallb (fun p => forallb (fun i => i <? n + more p) (arrival p)) (kinds g) = true.

    Lemma pick_places o x v : is_order r o -> length x = n -> pick 0%N (o ++ seq n (length v)) (x ++ v) = pick 0%N o x ++ v.
    Proof.
      intros Ho lx. rewrite pick_app, pick_left by (rewrite lx; now apply order_bounds). f_equal. now apply pick_shift.
    Qed.

    Lemma in_order_means p o x v : In p (kinds g) -> In o own_orders -> length x = n -> length v = more p ->
      (means b (when (in_order n p o)) (x ++ v) <-> means b (when p) (pick 0%N o x ++ v)) /\
      reach (in_order n p o) x v = pick 0%N (inverse o) (pick 0%N (arrival p) (pick 0%N o x ++ v)).
    Proof.
      intros Hp Ho lx lv. destruct (fine_order fine o Ho) as (_ & Io & Ii & _). destruct (order_bounds r o Io) as [Lo _].
      assert (La : length (arrival p) = n).
      { destruct (follow_facts b r (hints e) g followed_so) as (_ & _ & _ & Ks & _).
        destruct (proj1 (map_some_in _ _ _ Ks) p Hp) as ([w h] & _ & Em).
        destruct (follow_move_facts b r (hints e) g followed_so w h p Em) as (_ & _ & Ar & Lr & _). now rewrite Ar. }
      pose proof (pick_places o x v Io lx) as Pl. rewrite lv in Pl. unfold in_order, reach. cbn [when arrival]. split.
      - rewrite rename_means by (rewrite len_app; lia). now rewrite Pl.
      - destruct (order_bounds r _ Ii) as [_ Bi]. rewrite <- pick_pick by (now rewrite length_pick, La).
        rewrite <- pick_pick; [now rewrite Pl|]. rewrite len_app, len_seq, Lo.
        apply (forallb_in _ _ _ bounds) in Hp. revert Hp. apply forallb_Forall. intro i. apply Nat.ltb_lt.
    Qed.

    Lemma move_way x y : length x = n -> move r x y ->
      exists p v, In p (ways g) /\ length v = more p /\ means b (when p) (x ++ v) /\ reach p x v = y.
    Proof.
      intros lx Mo. assert (ly : length y = n) by apply Mo.
      destruct (move_guess b r (hints e) g followed_so stop_symmetric win_symmetric x y lx Mo) as (p & o & v & Hp & Ho & lv & W & _ & Pi).
      apply own_order in Ho. destruct (in_order_means p o x v Hp Ho lx lv) as [Me Re]. exists (in_order n p o), v.
      split; [apply in_flat_map; exists p; split; [exact Hp|now apply in_map]|]. split; [exact lv|]. split; [now apply Me|].
      rewrite Re, Pi. now apply fine_order.
    Qed.

    Lemma way_move p x v : In p (ways g) -> length x = n -> length v = more p -> means b (when p) (x ++ v) ->
      holds (positions r) (reach p x v) -> move r x (reach p x v).
    Proof.
      intros Hp lx lv W D. apply in_flat_map in Hp as (q & Hq & Hp). apply in_map_iff in Hp as (o & <- & Ho).
      destruct (in_order_means q o x v Hq Ho lx lv) as [Me Re]. apply Me in W. rewrite Re in D |- *.
      destruct (fine_order fine o Ho) as (Oo & _).
      apply (guess_move b r (hints e) g followed_so stop_symmetric win_symmetric x q o v lx Hq Oo lv W). exact D.
    Qed.
  End Ways.

  Theorem p_positions_blocking : check_blocking = true -> forall x, is_position r x ->
    (p_position_blocking m r x <-> member b a x = true) /\ (n_position_blocking m r x <-> member b a x <> true).
  Proof.
    unfold check_blocking. destruct (follow b r (hints e)) as [g|] eqn:Fo; [|discriminate]. rewrite !andb_true_iff, Nat.eqb_eq.
    intros [[[[[[[[[So Fi] Bo] Le] Sd] Ok] Co] De] Few] Many].
    pose proof So as So'. unfold sound_rule in So'. rewrite !andb_true_iff in So'. destruct So' as [[[Ss Sw] Sdo] Rk].
    pose proof (groups_length b r (hints e) g Fo) as Lg. fold n in Lg. set (pts := combine (ways g) ts) in *.
    assert (Ets : map snd pts = ts) by (now apply snd_combine).
    assert (Of : Forall (fun o => length o = n /\ Forall (fun i => i < n) o) own_orders).
    { apply Forall_forall. intros o Ho. apply order_bounds. now apply fine_order. }
    assert (Refl : forall y, length y = n -> alike_by own_orders y y).
    { intros y ly. apply same_alike; auto. now apply same_refl. }
    assert (Sym : forall y z, length y = n -> length z = n -> alike_by own_orders y z -> alike_by own_orders z y).
    { intros y z ly lz Al. apply same_alike; auto. apply same_alike in Al; auto. now apply same_sym. }
    assert (Cnt : forall x j, length x = n -> j <= 1 + m -> (means b (counted b n ts j) x <->
      options_in (move r) (same_position r) (fun y => member b a y = true) j x)).
    { intros x j lx Lj. pose proof (counts b n a own_orders Of Refl Sym (1 + m) pts x Ok lx j Lj) as C.
      rewrite Ets in C. rewrite C. clear C.
      assert (Di : forall l, different (alike_by own_orders) l <-> different (same_position r) l).
      { induction l as [|y l IH]; [split; constructor|]. split; intro D; inversion_clear D as [|? ? F D']; (constructor; [|now apply IH]);
          (eapply Forall_impl; [|exact F]); intros z K Al; apply K; now apply same_alike. }
      split.
      - intros (l & L & D & G). exists l. split; [exact L|]. split; [now apply Di|]. eapply Forall_impl; [|exact G].
        intros y ([p t] & Hin & v & lv & Mv & <-). cbn [fst snd] in *. pose proof (ways_way b n a own_orders _ _ p t Ok Hin) as W.
        destruct (way_facts b n a p t W) as (La & _ & Wi & _).
        assert (K : means b (witness a p) (x ++ v)).
        { apply (never_without b _ _ _ (x ++ v) Wi); [rewrite len_app; lia|]. apply in_set_means; [rewrite len_app; lia|exact Mv]. }
        unfold witness in K. rewrite both_means in K. destruct K as [Ma K]. cbn [means] in Ma. split; [|exact Ma].
        apply (way_move g Fo Ss Sw Fi Bo p x v); auto; [now apply in_combine_l in Hin|].
        apply (domain_means b r (hints e) g Fo). apply (never_without b n _ _ (reach p x v) Sd).
        + unfold reach. now rewrite length_pick.
        + apply in_set_means; [unfold reach; now rewrite length_pick|exact Ma].
      - intros (l & L & D & F).
        assert (K : Forall (fun y => length y = n /\ exists z, good_by b pts x z /\ alike_by own_orders y z) l).
        { eapply Forall_impl; [|exact F]. intros y [Mo Ay]. split; [apply Mo|].
          destruct (move_way g Fo Ss Sw Fi Bo x y lx Mo) as (p & v & Hp & lv & W & <-).
          destruct (combine_in (ways g) ts p) as (t & Hin); auto.
          apply (covered_sound b n a own_orders Of Refl (1 + m) pts Ok Co p t x v Hin lx lv).
          unfold witness. rewrite both_means. split; [exact Ay|exact W]. }
        assert (E : exists l', Forall2 (fun y z => length y = n /\ good_by b pts x z /\ same_position r y z) l l').
        { clear -K Fi Lg. induction K as [|y l (ly & z & Gz & Az) _ (l' & IH)]; [exists []; constructor|]. exists (z :: l').
          constructor; [|exact IH]. split; [exact ly|]. split; [exact Gz|now apply same_alike]. }
        destruct E as (l' & E). exists l'. split; [rewrite <- L; symmetry; eapply Forall2_len; exact E|]. split.
        + apply Di. clear -E D Fi Lg. induction E as [|y z l l' (ly & _ & Az) E IH]; [constructor|].
          inversion D as [|? ? F D']; subst. constructor; [|now apply IH]. apply Forall_forall. intros z' Hz' Al.
          assert (K : exists y', In y' l /\ length y' = n /\ same_position r y' z').
          { clear -E Hz'. induction E as [|y z l l' (ly & _ & Az) _ IH]; [destruct Hz'|].
            destruct Hz' as [->|Hz']; [exists y; split; [now left|auto]|].
            destruct (IH Hz') as (y' & Hy & K). exists y'. split; [now right|exact K]. }
          destruct K as (y' & Hy & ly' & Ay). rewrite Forall_forall in F. apply (F y' Hy).
          apply (same_trans y z); [exact Az|]. apply (same_trans z z'); [exact Al|]. now apply same_sym.
        + clear -E. induction E as [|y z l l' (_ & G & _) _ IH]; constructor; auto. }
    apply (kernel_blocked (move r) (same_position r) m (is_position r) (fun x => member b a x = true) (rank_functions (decline e))).
    - intros x y _ Mo. apply Mo.
    - now apply (ranks_fall b r (hints e) g Fo Ss Sw Sdo).
    - intros y z _. now apply same_decided.
    - intros y z u [ly _] [lz _] Yu Zu. apply (same_trans y u z Yu). now apply same_sym.
    - intros x _. destruct (member b a x); auto.
    - intros x j [lx _] Lj. rewrite <- Cnt by (auto; lia). apply means_dec. apply (forallb_in _ _ _ De). apply in_seq. lia.
    - intros x [lx _] Ax Op. apply Cnt in Op; auto. apply (never_sound b n _ Few x lx). rewrite both_means. split; [|exact Op].
      now apply in_set_means.
    - intros x [lx Dx] Nx. apply Cnt; auto.
      destruct (means_dec b (counted b n ts (1 + m)) x) as [|No]; [apply (forallb_in _ _ _ De), in_seq; lia|auto|].
      exfalso. apply (never_sound b n _ Many x lx). rewrite !both_means, negated_means.
      rewrite (domain_means b r (hints e) g Fo). split; [exact Dx|]. split; [|exact No]. cbn [means]. now rewrite in_set_means.
  Qed.
End Blocked.
