(** Checks for theorems about P-positions: the compiled rule, and symmetry under permutations of interchangeable
    entries. *)
From Coq Require Import NArith ZArith List Bool Lia Permutation FMapPositive.
From Sprague Require Import Game Lists DigitConditions Strategies Numerations Compile Kernel EntryOrders Moves Ranks.
Import ListNotations.
Local Open Scope nat_scope.

(** * Compiled rules, which are evaluated while digits are read *)

(** A compiled rule: the digit conditions for positions, for [stop when] and for [win when], and the moves. *)
Record followed := Followed { domain : cond; stopped : cond; won : cond; kinds : list played }.

Definition follow_move (b : numeration) (n : nat) (s w : cond) (wh : written * hint) : option played :=
  let (wr, h) := wh in
  if hint_ok b n wr h then
    match compile b (guess_condition n wr h) with
    | Some f =>
        let k := length (guess h) in
        let here c := rename (n + k) (seq 0 n) c in
        Some (Played k (both f (both (negated (here s)) (negated (here w)))) (reached h))
    | None => None
    end
  else None.

Definition follow (b : numeration) (r : rule) (hints : list hint) : option followed :=
  if ((length hints =? length (moves r)) && (length (groups r) =? entries r))%nat then
    match compile b (positions r), compile b (stop r), compile b (win r) with
    | Some d, Some s, Some w => option_map (Followed d s w) (map_some (follow_move b (entries r) s w) (combine (moves r) hints))
    | _, _, _ => None
    end
  else None.

(** * Orders of entries in which moves are made *)
Fixpoint index (i : nat) (l : list nat) : nat := match l with [] => 0 | j :: l => if i =? j then 0 else S (index i l) end.
Definition inverse (order : list nat) : list nat := map (fun i => index i order) (seq 0 (length order)).

Fixpoint equal (l m : list nat) : bool :=
  match l, m with [], [] => true | i :: l, j :: m => (i =? j) && equal l m | _, _ => false end.
Lemma equal_eq l : forall m, equal l m = true -> l = m.
Proof. induction l as [|i l IH]; intros [|j m]; cbn; try discriminate; auto. rewrite andb_true_iff, Nat.eqb_eq. intros [-> H]. f_equal. auto. Qed.

Definition order_ok (n : nat) (groups order : list nat) : bool :=
  same_places n order && equal (pick 0 order groups) groups && equal (pick 0 order (inverse order)) (seq 0 n)
  && same_places n (inverse order) && equal (pick 0 (inverse order) groups) groups.

(** * Conditions that are invariant under the order of interchangeable entries *)
Section Symmetric.
  Context (b : numeration) (r : rule).
  Let n := entries r.
  Hypothesis Lg : length (groups r) = n.

  (** A search proves that a condition is invariant under every swap of interchangeable entries. *)
  Definition unmoved (f : cond) : bool :=
    decidable b f && forallb (fun p => never b n (both f (No (rename n (swap_order n (fst p) (snd p)) f)))) (alike (groups r)).

  (** A condition is invariant if its parts are invariant, which needs only small searches; otherwise search the whole
      condition. *)
  Fixpoint symmetric (f : cond) : bool :=
    match f with
    | Both g h | Either g h => if (if symmetric g then symmetric h else false) then true else unmoved f
    | No g => symmetric g
    | _ => unmoved f
    end.

  Lemma unmoved_in f order x : unmoved f = true -> is_order r order -> length x = n ->
    (means b f (pick 0%N order x) <-> means b f x).
  Proof.
    unfold unmoved. rewrite !andb_true_iff. intros [F Sy] [Pe Eg] lx.
    assert (One : forall i j y, In (i, j) (alike (groups r)) -> length y = n ->
      means b f y -> means b f (pick 0%N (swap_order n i j) y)).
    { intros i j y Hij ly Fy. apply (forallb_in _ _ _ Sy) in Hij. cbn [fst snd] in Hij.
      pose proof (never_sound b n _ Hij y ly) as H. rewrite both_means in H. cbn [means] in H. rewrite rename_means in H by lia.
      destruct (means_dec b f (pick 0%N (swap_order n i j) y) F); [auto|tauto]. }
    apply (swaps_orders (groups r) (fun y => means b f y <-> means b f x)); rewrite ?Lg; auto; [|tauto].
    intros i j y Hij ly <-. rewrite Lg in *. pose proof (alike_in _ _ _ Hij) as [Hn _]. rewrite Lg in Hn. split; [|now apply One].
    intro H. apply (One i j) in H; auto.
    - pose proof (swap_swap (groups r) i j y) as E. rewrite Lg in E. now rewrite E in H.
    - pose proof (length_swap (groups r) i j y) as E. rewrite Lg in E. now apply E.
  Qed.

  Lemma symmetric_in f order x : symmetric f = true -> is_order r order -> length x = n ->
    (means b f (pick 0%N order x) <-> means b f x).
  Proof.
    intros Sy Or lx. induction f as [| | | | |f IHf g IHg|f IHf g IHg|f IH]; cbn [symmetric] in Sy; try (now apply unmoved_in).
    - destruct (symmetric f) eqn:Ef; [destruct (symmetric g) eqn:Eg|]; try (now apply unmoved_in).
      cbn [means]. now rewrite IHf, IHg.
    - destruct (symmetric f) eqn:Ef; [destruct (symmetric g) eqn:Eg|]; try (now apply unmoved_in).
      cbn [means]. now rewrite IHf, IHg.
    - cbn [means]. now rewrite IH.
  Qed.
End Symmetric.

Section Rule.
  Context (b : numeration) (r : rule) (hints : list hint) (g : followed).
  Let n := entries r.
  Hypothesis followed_so : follow b r hints = Some g.

  Lemma groups_length : length (groups r) = n.
  Proof. unfold follow in followed_so. destruct (_ && _) eqn:E; [|discriminate]. rewrite andb_true_iff, !Nat.eqb_eq in E. apply E. Qed.

  Lemma follow_facts : compile b (positions r) = Some (domain g) /\ compile b (stop r) = Some (stopped g) /\
    compile b (win r) = Some (won g) /\
    map_some (follow_move b n (stopped g) (won g)) (combine (moves r) hints) = Some (kinds g) /\ length hints = length (moves r).
  Proof.
    unfold follow in followed_so. destruct (_ && _) eqn:E; [|discriminate]. rewrite andb_true_iff, !Nat.eqb_eq in E.
    destruct (compile b (positions r)) as [d|], (compile b (stop r)) as [s|], (compile b (win r)) as [w|]; try discriminate.
    fold n in followed_so. destruct (map_some _ _) as [ks|] eqn:M; [|discriminate].
    cbn in followed_so. injection followed_so as <-. cbn [domain stopped won kinds]. tauto.
  Qed.

  Lemma domain_means x : means b (domain g) x <-> holds (positions r) x.
  Proof. apply compile_sound. apply follow_facts. Qed.
  Lemma stopped_means x : means b (stopped g) x <-> holds (stop r) x.
  Proof. apply compile_sound. apply follow_facts. Qed.
  Lemma won_means x : means b (won g) x <-> holds (win r) x.
  Proof. apply compile_sound. apply follow_facts. Qed.

  Lemma here_means k f x v : length x = n -> length v = k -> (means b (rename (n + k) (seq 0 n) f) (x ++ v) <-> means b f x).
  Proof.
    intros lx lv. rewrite rename_means by (rewrite len_app; lia). rewrite pick_left.
    - replace (pick 0%N (seq 0 n) x) with x by (rewrite <- lx; symmetry; apply pick_all). tauto.
    - apply Forall_forall. intros i Hi. apply in_seq in Hi. lia.
  Qed.

  Lemma follow_move_facts wr h m : follow_move b n (stopped g) (won g) (wr, h) = Some m -> hint_ok b n wr h = true /\
    more m = length (guess h) /\ arrival m = reached h /\ length (reached h) = n /\
    forall x k, length x = n -> length k = more m ->
      (means b (when m) (x ++ k) <-> holds (guess_condition n wr h) (x ++ k) /\ ~ holds (stop r) x /\ ~ holds (win r) x).
  Proof.
    unfold follow_move. destruct (hint_ok b n wr h) eqn:H; [|discriminate].
    destruct (compile b _) as [f|] eqn:E; [|discriminate]. intros [= <-]. cbn [more arrival when]. do 3 (split; [auto|]). split.
    - unfold hint_ok in H. rewrite !andb_true_iff, !Nat.eqb_eq in H. tauto.
    - intros x k lx lk. rewrite !both_means, !negated_means, (compile_sound b _ _ E), !here_means by auto.
      now rewrite stopped_means, won_means.
  Qed.

  Definition symmetric_order f order x := symmetric_in b r groups_length f order x.

  Lemma is_order_inverse order : order_ok n (groups r) order = true ->
    is_order r order /\ is_order r (inverse order) /\ forall y, length y = n -> pick 0%N order (pick 0%N (inverse order) y) = y.
  Proof.
    unfold order_ok. rewrite !andb_true_iff. intros [[[[H1 H2] H3] H4] H5].
    apply same_places_permutation in H1, H4. apply equal_eq in H2, H3, H5. do 2 (split; [now split|]). intros y ly.
    rewrite pick_pick.
    - rewrite H3, <- ly. apply pick_all.
    - rewrite <- (Permutation_length H4), len_seq. apply Forall_forall. intros i Hi.
      apply (Permutation_in _ (Permutation_sym H1)) in Hi. apply in_seq in Hi. lia.
  Qed.

  (** ** Moves as guesses, in some order of the entries *)
  Lemma order_bounds order : is_order r order -> length order = n /\ Forall (fun i => i < n) order.
  Proof.
    intros [P _]. split; [rewrite <- (Permutation_length P); apply len_seq|].
    apply Forall_forall. intros i Hi. apply (Permutation_in _ (Permutation_sym P)) in Hi. apply in_seq in Hi. unfold n. lia.
  Qed.

  Hypothesis stop_symmetric : symmetric b r (stopped g) = true.
  Hypothesis win_symmetric : symmetric b r (won g) = true.
  Hypothesis domain_symmetric : symmetric b r (domain g) = true.

  Lemma move_guess x y : length x = n -> move r x y -> exists m order v, In m (kinds g) /\ is_order r order /\
    length v = more m /\ means b (when m) (pick 0%N order x ++ v) /\ length (arrival m) = n /\
    pick 0%N (arrival m) (pick 0%N order x ++ v) = pick 0%N order y.
  Proof.
    intros lx (Ns & Nw & [ly Dy] & w & order & Hw & Ho & Wm). destruct follow_facts as (_ & _ & _ & Ks & Lh).
    apply In_nth_error in Hw as (i & Hi). destruct (nth_error hints i) as [h|] eqn:Eh.
    2:{ apply nth_error_None in Eh. assert (i < length (moves r)) by (apply nth_error_Some; congruence). lia. }
    assert (Hin : In (w, h) (combine (moves r) hints)).
    { clear -Hi Eh. revert hints Eh. generalize dependent i. induction (moves r) as [|u l IH]; intros [|i] Hi [|h' hs] Eh; try discriminate.
      - injection Hi as ->. injection Eh as ->. now left.
      - right. eapply IH; eauto. }
    destruct (proj2 (map_some_in _ _ _ Ks) _ Hin) as (m & Hm & Em).
    destruct (follow_move_facts w h m Em) as (Ok & Mo & Ar & Lr & Wh). destruct (order_bounds order Ho) as [Lo _].
    assert (lx' : length (pick 0%N order x) = n) by (now rewrite length_pick).
    destruct (guess_forward b n w h Ok _ _ lx' Wm) as (v & lv & Gc & Pi).
    exists m, order, v. rewrite Mo, Ar. do 3 (split; [auto|]). split; [|auto].
    apply Wh; [auto|congruence|]. split; [exact Gc|].
    rewrite <- stopped_means, <- won_means, !symmetric_order, stopped_means, won_means by auto. auto.
  Qed.

  Lemma guess_move x m order v : length x = n -> In m (kinds g) -> order_ok n (groups r) order = true -> length v = more m ->
    means b (when m) (pick 0%N order x ++ v) ->
    let y' := pick 0%N (arrival m) (pick 0%N order x ++ v) in let y := pick 0%N (inverse order) y' in
    length y = n /\ (holds (positions r) y -> move r x y) /\ forall f, symmetric b r f = true -> (means b f y <-> means b f y').
  Proof.
    intros lx Hm Oo lv W y' y. destruct (is_order_inverse order Oo) as (Io & Ii & Inv).
    destruct (order_bounds order Io) as [Lo _]. destruct (order_bounds _ Ii) as [Li _].
    destruct follow_facts as (_ & _ & _ & Ks & _).
    destruct (proj1 (map_some_in _ _ _ Ks) m Hm) as ([w h] & Hin & Em).
    destruct (follow_move_facts w h m Em) as (Ok & Mo & Ar & Lr & Wh).
    assert (lx' : length (pick 0%N order x) = n) by (now rewrite length_pick).
    assert (ly' : length y' = n) by (unfold y'; rewrite length_pick; congruence).
    apply Wh in W; auto. destruct W as (Gc & Ns & Nw).
    split; [unfold y; now rewrite length_pick|]. split.
    - intro Dy. split; [|split; [|split]].
      + now rewrite <- stopped_means, <- (symmetric_order _ order), stopped_means.
      + now rewrite <- won_means, <- (symmetric_order _ order), won_means.
      + split; [unfold y; now rewrite length_pick|exact Dy].
      + exists w, order. split; [eapply in_combine_l; eauto|]. split; [exact Io|].
        unfold y. rewrite Inv by auto. unfold y'. rewrite Ar. apply (guess_back b n w h Ok); auto. congruence.
    - intros f Sy. unfold y. now apply symmetric_order.
  Qed.

  (** ** Moves are invariant under the order of interchangeable entries *)
  Lemma swap_is_order i j : In (i, j) (alike (groups r)) -> is_order r (swap_order n i j).
  Proof.
    intro H. pose proof groups_length as Lg. pose proof (alike_in _ _ _ H) as [Hn _]. split.
    - pose proof (swap_permutation (groups r) i j Hn) as P. now rewrite Lg in P.
    - pose proof (pick_swap_groups (groups r) i j H) as P. now rewrite Lg in P.
  Qed.

  Lemma move_swap i j x y : In (i, j) (alike (groups r)) -> length x = n -> length y = n -> move r x y ->
    move r (pick 0%N (swap_order n i j) x) (pick 0%N (swap_order n i j) y).
  Proof.
    intros Hij lx ly (Ns & Nw & [_ Dy] & w & order & Hw & Ho & Wm). pose proof groups_length as Lg.
    pose proof (alike_in _ _ _ Hij) as [Hn _]. pose proof (swap_is_order i j Hij) as Hs.
    set (s := swap_order n i j) in *. destruct (order_bounds s Hs) as [Ls Bs]. destruct (order_bounds order Ho) as [Lo Bo].
    split; [|split; [|split]].
    - now rewrite <- stopped_means, symmetric_order, stopped_means.
    - now rewrite <- won_means, symmetric_order, won_means.
    - split; [rewrite length_pick; exact Ls|]. rewrite <- domain_means in *. now apply symmetric_order.
    - exists w, (pick 0 order s). split; [exact Hw|].
      assert (E : forall z, length z = n -> pick 0%N (pick 0 order s) (pick 0%N s z) = pick 0%N order z).
      { intros z lz. rewrite <- pick_pick by (now rewrite Ls). f_equal.
        pose proof (swap_swap (groups r) i j z) as K. rewrite Lg in K. apply K; auto. now rewrite <- Lg. }
      rewrite !E by auto. split; [|exact Wm]. destruct Hs as [P1 E1], Ho as [P2 E2]. split.
      + rewrite P1 at 1. rewrite <- (pick_all 0 s) at 1. rewrite Ls. unfold pick. now apply Permutation_map.
      + rewrite <- pick_pick by (now rewrite Ls). congruence.
  Qed.

  (** ** It is sufficient to consider positions in which interchangeable entries are in ascending order *)
  Definition neighbours : list (nat * nat) :=
    filter (fun p => negb (existsb (fun q => (fst q =? fst p) && (snd q <? snd p)) (alike (groups r)))) (alike (groups r)).

  Definition sorted : cond :=
    fold_right (fun p f => both (compare (Linear [((-1)%Z, fst p); (1%Z, snd p)] 0 []) false) f) Yes neighbours.

  Lemma sorted_means x : (forall i j, In (i, j) (alike (groups r)) -> (nth i x 0 <= nth j x 0)%N) -> means b sorted x.
  Proof.
    intro H. unfold sorted, neighbours.
    assert (K : forall l, incl l (alike (groups r)) ->
      means b (fold_right (fun p f => both (compare (Linear [((-1)%Z, fst p); (1%Z, snd p)] 0 []) false) f) Yes l) x).
    { induction l as [|[i j] l IH]; cbn [fold_right]; intro I; [exact Logic.I|]. rewrite both_means, compare_means. split.
      - specialize (H i j (I _ (in_eq _ _))). unfold linear_value. cbn [parts constant residues dot residues_value fst snd]. lia.
      - apply IH. intros p Hp. apply I. now right. }
    apply K. intros p Hp. now apply filter_In in Hp.
  Qed.

  (** ** Ranks *)
  Definition with_domain (m : played) : played :=
    let far := n + more m in
    Played (more m) (both (when m) (both (rename far (seq 0 n) (domain g)) (rename far (arrival m) (domain g)))) (arrival m).

  Lemma ranks_fall k : rank_ok b (groups r) (domain g) k (map with_domain (kinds g)) = true ->
    forall x y, is_position r x -> move r x y -> lower (rank_functions k) y x.
  Proof.
    intros Ok x y [lx Dx] Mo. pose proof groups_length as Lg.
    assert (Py : is_position r y) by apply Mo. destruct Py as [ly Dy].
    destruct (move_guess x y lx Mo) as (m & order & v & Hm & Ho & lv & W & la & Pi).
    destruct (order_bounds order Ho) as [Lo _]. assert (lx' : length (pick 0%N order x) = n) by (now rewrite length_pick).
    rewrite <- domain_means in Dx, Dy.
    assert (Dx' : means b (domain g) (pick 0%N order x)) by (now apply symmetric_order).
    assert (Dy' : means b (domain g) (pick 0%N order y)) by (now apply symmetric_order).
    assert (F : lower (rank_functions k) (pick 0%N order y) (pick 0%N order x)).
    { rewrite <- Pi. change (arrival m) with (arrival (with_domain m)).
      apply (rank_lower b (groups r) (domain g) k (map with_domain (kinds g)) (with_domain m)); rewrite ?Lg; auto.
      - now apply in_map.
      - cbn [with_domain when]. rewrite !both_means, here_means by auto. split; [exact W|]. split; [exact Dx'|].
        rewrite rename_means by (rewrite len_app; lia). now rewrite Pi.
      - cbn [with_domain arrival]. now rewrite Pi. }
    destruct Ho as [P1 E1].
    assert (Inv : forall z f, length z = n -> In f (rank_functions k) -> f (pick 0%N order z) = f z).
    { intros z f lz Hf. eapply rank_order; eauto; rewrite ?Lg; auto. }
    clear -F Inv lx ly. induction (rank_functions k) as [|f fs IH]; cbn [lower] in *; auto.
    rewrite !(Inv _ f) in F by auto using in_eq. destruct F as [F|[E F]]; auto. right. split; auto.
    apply IH; auto. intros z f' lz Hf'. apply Inv; auto using in_cons.
  Qed.
End Rule.
