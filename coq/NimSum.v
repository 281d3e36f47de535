(** The sum of a game and a Nim pile, as a rule with an additional entry.

    The pair of a position and a pile of v chips is a P-position of this sum if and only if v is the Grundy value of the
    position. The last entry is v or, if [powers] is true, the number 2^v. *)
From Coq Require Import NArith ZArith List Bool Lia Permutation FMapPositive.
From Sprague Require Import Game Lists DigitConditions Strategies Numerations Compile Kernel EntryOrders Moves Ranks PPositions Plans Theorems.
Import ListNotations.
Local Open Scope nat_scope.

(** * Equivalent games have the same winners *)
Scheme losing_both := Minimality for losing Sort Prop
  with winning_both := Minimality for winning Sort Prop.

Section Same.
  Context {X Y : Type} (m : X -> X -> Prop) (m' : Y -> Y -> Prop) (f : X -> Y) (D : X -> Prop).
  Let nobody {A} (_ : A) := False.
  Hypothesis there : forall x y, D x -> m x y -> D y /\ m' (f x) (f y).
  Hypothesis back : forall x z, D x -> m' (f x) z -> exists y, z = f y /\ m x y.

  Theorem same_losing x : D x -> (losing m nobody x <-> losing m' nobody (f x)).
  Proof.
    intro Dx. split; intro H.
    - revert Dx. refine (losing_both X m nobody (fun x => D x -> losing m' nobody (f x)) (fun x => D x -> winning m' nobody (f x)) _ _ _ x H).
      + intros y _ IH _ Dy. constructor; [|intros _ []]. intros z Hz. destruct (back y z Dy Hz) as (u & -> & Mu).
        apply IH; auto. now apply (there y u).
      + intros y z M _ IH Dy. destruct (there y z Dy M) as [Dz M']. apply (Winning _ _ _ (f z) M'). auto.
      + intros y _ [].
    - remember (f x) as z eqn:E. revert x Dx E.
      refine (losing_both Y m' nobody (fun z => forall x, D x -> z = f x -> losing m nobody x)
                (fun z => forall x, D x -> z = f x -> winning m nobody x) _ _ _ z H).
      + intros y _ IH _ x Dx ->. constructor; [|intros _ []]. intros u M. destruct (there x u Dx M) as [Du M']. eapply IH; eauto.
      + intros y u M _ IH x Dx ->. destruct (back x u Dx M) as (w & -> & Mw). apply (Winning _ _ _ w Mw).
        apply IH; auto. now apply (there x w).
      + intros y _ [].
  Qed.
End Same.

(** * The rule with an additional Nim pile *)
Definition fresh (labels : list nat) : nat := S (fold_right Nat.max 0 labels).

Section Beside.
  Context (powers : bool) (r : rule).
  Let n := entries r.

  Definition first_entries : list term := map Var (seq 0 n).
  Definition power_of_two (i : nat) : condition := if powers then Power (Var i) 2 else Always.

  Definition lift (w : written) : written :=
    let s := first_entries ++ map Var (seq (S n) (choices w)) in
    Written (choices w) (map (put s) (target w) ++ [Var n])
      (And (put_in s (legal w)) (And (Not (put_in first_entries (stop r))) (Not (put_in first_entries (win r))))).

  Definition take : written :=
    Written 1 (first_entries ++ [Var (S n)]) (And (Lt (Var (S n)) (Var n)) (power_of_two (S n))).

  Definition beside : rule :=
    Rule (S n) (groups r ++ [fresh (groups r)]) (And (put_in first_entries (positions r)) (power_of_two n))
      (Not Always) (Not Always) (map lift (moves r) ++ [take]).

  Definition chips (v : N) : N := if powers then (2 ^ v)%N else v.

  Lemma chips_lt v w : (chips w < chips v)%N <-> (w < v)%N.
  Proof. unfold chips. destruct powers; [|tauto]. split; intro H; [|apply N.pow_lt_mono_r; lia].
    destruct (N.lt_ge_cases w v) as [|L]; auto. pose proof (N.pow_le_mono_r 2 v w). lia. Qed.

  Lemma power_chips i v x : nth i x 0%N = chips v -> holds (power_of_two i) x.
  Proof.
    unfold power_of_two, chips. destruct powers; [|intros _; exact I]. intro E. cbn [holds value]. rewrite E.
    exists (Z.of_N v). split; [lia|]. now rewrite N2Z.inj_pow.
  Qed.

  Lemma chips_power i x : holds (power_of_two i) x -> exists v, nth i x 0%N = chips v.
  Proof.
    unfold power_of_two, chips. destruct powers; [|eauto]. intros (e & He & E). cbn [value] in E. exists (Z.to_N e).
    apply N2Z.inj. rewrite N2Z.inj_pow, Z2N.id; auto.
  Qed.

  Lemma stands_first x c k : length x = n -> stands first_entries ((x ++ [c]) ++ k) x.
  Proof.
    intro lx. pose proof (stands_pick (seq 0 n) ((x ++ [c]) ++ k)) as S. rewrite pick_left, pick_left in S.
    - replace (pick 0%N (seq 0 n) x) with x in S by (rewrite <- lx; symmetry; apply pick_all). exact S.
    - apply Forall_forall. intros i Hi. apply in_seq in Hi. lia.
    - apply Forall_forall. intros i Hi. apply in_seq in Hi. rewrite len_app. cbn. lia.
  Qed.

  Lemma stands_lift x c k w : length x = n -> length k = choices w ->
    stands (first_entries ++ map Var (seq (S n) (choices w))) ((x ++ [c]) ++ k) (x ++ k).
  Proof.
    intros lx lk. unfold first_entries. rewrite <- map_app.
    pose proof (stands_pick (seq 0 n ++ seq (S n) (choices w)) ((x ++ [c]) ++ k)) as S. rewrite pick_app in S.
    rewrite (pick_shift 0%N (Datatypes.S n) (choices w)) in S by (rewrite ?len_app; cbn; lia).
    rewrite pick_left, pick_left in S.
    - replace (pick 0%N (seq 0 n) x) with x in S by (rewrite <- lx; symmetry; apply pick_all). exact S.
    - apply Forall_forall. intros i Hi. apply in_seq in Hi. lia.
    - apply Forall_forall. intros i Hi. apply in_seq in Hi. rewrite len_app. cbn. lia.
  Qed.

  Lemma first_holds c x d : length x = n -> (holds (put_in first_entries c) (x ++ [d]) <-> holds c x).
  Proof. intro lx. apply put_holds. pose proof (stands_first x d [] lx) as S. now rewrite app_nil_r in S. Qed.

  (** ** Orders of entries *)
  Hypothesis Lg : length (groups r) = n.

  Lemma fresh_above i : nth i (groups r) 0 < fresh (groups r).
  Proof.
    unfold fresh. clear. revert i. induction (groups r) as [|g l IH]; intros [|i]; cbn; try lia. specialize (IH i). lia.
  Qed.

  Lemma order_up order : is_order r order -> is_order beside (order ++ [n]).
  Proof.
    intros [P E]. split; cbn [entries groups beside].
    - change (seq 0 (S n)) with (seq 0 (1 + n)). rewrite Nat.add_comm, seq_app. cbn. now apply Permutation_app_tail.
    - rewrite pick_app. cbn [pick map]. rewrite app_nth2, Lg, Nat.sub_diag by lia. cbn [nth]. f_equal.
      rewrite pick_left; auto. rewrite Lg. apply order_bounds. now split.
  Qed.

  Lemma order_down o : is_order beside o -> exists order, o = order ++ [n] /\ is_order r order.
  Proof.
    intros [P E]. cbn [entries groups beside] in *.
    assert (Lo : length o = S n) by (rewrite <- (Permutation_length P); apply len_seq).
    destruct (exists_last (l := o)) as (order & l & ->); [intros ->; discriminate|].
    rewrite pick_app in E. cbn [pick map] in E. apply app_inj_tail in E as [E1 E2].
    assert (Hl : l < S n).
    { assert (I : In l (seq 0 (S n))) by (apply (Permutation_in _ (Permutation_sym P)), in_app_iff; right; now left).
      apply in_seq in I. lia. }
    assert (l = n).
    { destruct (Nat.eq_dec l n) as [|ne]; auto. rewrite app_nth1 in E2 by lia. pose proof (fresh_above l). lia. }
    subst l. assert (P' : Permutation (seq 0 n) order).
    { change (seq 0 (S n)) with (seq 0 (1 + n)) in P. rewrite Nat.add_comm, seq_app in P. cbn in P. now apply Permutation_app_inv_r in P. }
    exists order. split; auto. split; [exact P'|]. rewrite pick_left in E1; [exact E1|].
    rewrite Lg. apply Forall_forall. intros i Hi. apply (Permutation_in _ (Permutation_sym P')) in Hi. apply in_seq in Hi. lia.
  Qed.

  Lemma pick_up order x c : is_order r order -> length x = n -> pick 0%N (order ++ [n]) (x ++ [c]) = pick 0%N order x ++ [c].
  Proof.
    intros Ho lx. rewrite pick_app. cbn [pick map]. rewrite app_nth2, lx, Nat.sub_diag by lia. cbn [nth]. f_equal.
    apply pick_left. rewrite lx. now apply order_bounds.
  Qed.

  Lemma pick_injective order x y : is_order r order -> length x = n -> length y = n -> pick 0%N order x = pick 0%N order y -> x = y.
  Proof.
    intros [P _] lx ly E. apply (nth_ext _ _ 0%N 0%N); [congruence|]. intros i Hi.
    assert (I : In i order) by (apply (Permutation_in _ P), in_seq; unfold n in lx; lia). clear -E I.
    unfold pick in E. induction order as [|j order IH]; [destruct I|]. cbn in E. injection E as E1 E2. destruct I as [->|I]; auto.
  Qed.

  (** ** Moves *)
  Context (symmetric_over : forall order x, is_order r order -> length x = n ->
    (holds (stop r) (pick 0%N order x) <-> holds (stop r) x) /\ (holds (win r) (pick 0%N order x) <-> holds (win r) x)).

  Lemma Forall2_app_last {A B} (P : A -> B -> Prop) l a m c : Forall2 P (l ++ [a]) (m ++ [c]) <-> Forall2 P l m /\ P a c.
  Proof.
    split.
    - intro H. apply Forall2_app_inv_l in H as (l1 & l2 & H1 & H2 & E). inversion H2 as [|? ? ? ? Pa Pn]; subst. inversion Pn; subst.
      apply app_inj_tail in E as [-> ->]. auto.
    - intros [H1 H2]. apply Forall2_app; auto.
  Qed.

  Lemma beside_there x y : is_position r (fst x) -> beside_nim (move r) x y -> is_position r (fst y) /\
    move beside (fst x ++ [chips (snd x)]) (fst y ++ [chips (snd y)]).
  Proof.
    destruct x as [x v], y as [y w]. cbn [fst snd]. unfold beside_nim. cbn [fst snd]. intros [lx Dx] [[Mo ->]|[-> L]].
    - destruct Mo as (Ns & Nw & [ly Dy] & w0 & order & Hw & Ho & k & lk & Le & Ta). split; [now split|].
      split; [cbn; tauto|]. split; [cbn; tauto|]. split.
      + split; cbn [entries positions beside holds]; [rewrite len_app; cbn; unfold n; lia|]. split; [now apply first_holds|].
        apply (power_chips n v). rewrite app_nth2; unfold n; rewrite ly; [|lia]. now rewrite Nat.sub_diag.
      + exists (lift w0), (order ++ [n]). split; [apply in_app_iff; left; now apply in_map|]. split; [now apply order_up|].
        rewrite !pick_up by auto. destruct (order_bounds r order Ho) as [Lo _].
        assert (lx' : length (pick 0%N order x) = n) by (now rewrite length_pick).
        exists k. cbn [choices target legal lift holds]. split; [exact lk|]. split.
        * split; [now apply (put_holds _ _ _ _ (stands_lift _ _ k w0 lx' lk))|].
          rewrite !(put_holds _ _ _ _ (stands_first _ _ k lx')). destruct (symmetric_over order x Ho lx) as [E1 E2]. now rewrite E1, E2.
        * apply Forall2_app_last. split.
          -- clear -Ta lx' lk. induction Ta as [|t m ts ms Ht _ IH]; cbn [map]; constructor; auto.
             now rewrite (put_value _ _ _ _ (stands_lift _ _ k w0 lx' lk)).
          -- cbn [value]. rewrite app_nth1, app_nth2 by (rewrite ?len_app; cbn; lia). rewrite lx', Nat.sub_diag. reflexivity.
    - split; [now split|]. split; [cbn; tauto|]. split; [cbn; tauto|].
      assert (last : forall c, nth n (x ++ [c]) 0%N = c) by (intro c; rewrite app_nth2; unfold n; rewrite lx; [now rewrite Nat.sub_diag|lia]).
      split.
      + split; cbn [entries positions beside holds]; [rewrite len_app; cbn; unfold n; lia|]. split; [now apply first_holds|].
        now apply (power_chips n w).
      + exists take, (seq 0 n ++ [n]).
        assert (Io : is_order r (seq 0 n)) by (split; [reflexivity|]; rewrite <- Lg; apply pick_all).
        split; [apply in_app_iff; right; now left|]. split; [now apply order_up|]. rewrite !pick_up by auto.
        replace (pick 0%N (seq 0 n) x) with x by (unfold n; rewrite <- lx; symmetry; apply pick_all).
        exists [chips w]. cbn [choices target legal take holds value]. split; [reflexivity|].
        assert (Ec : forall d, nth (S n) ((x ++ [d]) ++ [chips w]) 0%N = chips w).
        { intro d. replace (S n) with (length (x ++ [d])) by (rewrite len_app; cbn; unfold n; lia). apply nth_here. }
        split.
        * split; [|apply (power_chips (S n) w); apply Ec].
          rewrite Ec, app_nth1, last by (rewrite len_app; cbn; unfold n; lia). apply N2Z.inj_lt, chips_lt. exact L.
        * apply Forall2_app_last. split; [|cbn [value]; now rewrite Ec].
          pose proof (stands_first x (chips v) [chips w] lx) as St.
          assert (lf : length first_entries = length x) by (unfold first_entries; rewrite len_map, len_seq; unfold n; congruence).
          clear -St lf. unfold stands in St. set (u := (x ++ [chips v]) ++ [chips w]) in *. clearbody u.
          revert x St lf. generalize first_entries. induction l as [|t l IH]; intros [|c x] St lf; try discriminate; constructor.
          -- exact (St 0).
          -- apply IH; [intro i; exact (St (S i))|cbn in lf; lia].
  Qed.

  Lemma beside_back x z : is_position r (fst x) -> move beside (fst x ++ [chips (snd x)]) z ->
    exists y, z = fst y ++ [chips (snd y)] /\ beside_nim (move r) x y.
  Proof.
    destruct x as [x v]. cbn [fst snd]. intros [lx Dx] (_ & _ & [lz Dz] & w0 & o & Hw & Ho & k & lk & Le & Ta).
    cbn [entries positions beside holds] in lz, Dz. destruct Dz as [Dz Pz].
    destruct (exists_last (l := z)) as (y & d & ->); [intros ->; discriminate|].
    assert (ly : length y = n) by (rewrite len_app in lz; cbn in lz; lia).
    apply first_holds in Dz; auto. destruct (chips_power _ _ Pz) as [w Ew].
    rewrite app_nth2, ly, Nat.sub_diag in Ew by lia. cbn [nth] in Ew. subst d.
    destruct (order_down o Ho) as (order & -> & Io). destruct (order_bounds r order Io) as [Lo _].
    rewrite !pick_up in * by auto.
    assert (lx' : length (pick 0%N order x) = n) by (now rewrite length_pick).
    cbn [moves beside] in Hw. apply in_app_iff in Hw as [Hw|[<-|[]]].
    - apply in_map_iff in Hw as (w1 & <- & Hw). cbn [choices target legal lift holds] in *.
      apply Forall2_app_last in Ta as [Ta El]. cbn [value] in El.
      rewrite app_nth1, app_nth2 in El by (rewrite ?len_app; cbn; lia). rewrite lx', Nat.sub_diag in El. cbn [nth] in El.
      assert (w = v).
      { destruct (N.lt_trichotomy w v) as [L|[L|L]]; auto; apply chips_lt in L; lia. }
      subst w. exists (y, v). split; [reflexivity|]. left. cbn [fst snd]. split; [|reflexivity].
      destruct Le as (Le & Ns & Nw). rewrite (put_holds _ _ _ _ (stands_first _ (chips v) k lx')) in Ns. rewrite (put_holds _ _ _ _ (stands_first _ (chips v) k lx')) in Nw.
      destruct (symmetric_over order x Io lx) as [E1 E2]. rewrite E1 in Ns. rewrite E2 in Nw.
      split; [exact Ns|]. split; [exact Nw|]. split; [now split|]. exists w1, order. split; [exact Hw|]. split; [exact Io|].
      exists k. split; [exact lk|]. split; [now apply (put_holds _ _ _ _ (stands_lift _ (chips v) k w1 lx' lk))|].
      remember (pick 0%N order y) as y' eqn:Ey. clear -Ta lx' lk. revert y' Ta.
      induction (target w1) as [|t ts IH]; intros y' Ta; inversion Ta; subst; constructor; auto.
      now rewrite <- (put_value _ _ _ _ (stands_lift _ (chips v) k w1 lx' lk)) by auto.
    - cbn [choices target legal take holds value] in *. destruct k as [|c [|]]; try discriminate.
      apply Forall2_app_last in Ta as [Ta El]. cbn [value] in El. destruct Le as [Le _].
      assert (Ec : nth (S n) ((pick 0%N order x ++ [chips v]) ++ [c]) 0%N = c).
      { replace (S n) with (length (pick 0%N order x ++ [chips v])) by (rewrite len_app; cbn; lia). apply nth_here. }
      assert (Ev : nth n ((pick 0%N order x ++ [chips v]) ++ [c]) 0%N = chips v).
      { rewrite app_nth1, app_nth2 by (rewrite ?len_app; cbn; lia). now rewrite lx', Nat.sub_diag. }
      rewrite Ec in El, Le. rewrite Ev in Le. exists (y, w). split; [reflexivity|]. right. cbn [fst snd]. split; [|apply chips_lt; lia].
      apply (pick_injective order); auto. pose proof (stands_first (pick 0%N order x) (chips v) [c] lx') as St.
      assert (lf : length first_entries = length (pick 0%N order x)) by (unfold first_entries; rewrite len_map, len_seq; congruence).
      remember (pick 0%N order y) as y' eqn:Ey. remember (pick 0%N order x) as x' eqn:Ex. clear -Ta St lf.
      set (u := (x' ++ [chips v]) ++ [c]) in *. clearbody u. unfold stands in St. revert x' y' St Ta lf.
      generalize first_entries. induction l as [|t l IH]; intros [|a x'] y' St Ta lf; inversion Ta; subst; try discriminate; auto.
      f_equal; [|apply IH; first [assumption|intro i; exact (St (S i))|cbn in lf; lia]].
      specialize (St 0). cbn in St. apply N2Z.inj. congruence.
  Qed.

  Theorem grundy_beside x v : is_position r x -> (grundy_value (move r) x v <-> p_position Normal beside (x ++ [chips v])).
  Proof.
    intro Px. unfold grundy_value, p_position.
    apply (same_losing (beside_nim (move r)) (move beside) (fun p => fst p ++ [chips (snd p)]) (fun p => is_position r (fst p))
             beside_there beside_back (x, v) Px).
  Qed.
End Beside.

(** * Grundy functions: the automaton reads a position and its value *)
Definition check_function (b : numeration) (powers : bool) (r : rule) (a : automaton) (e : evidence) : bool :=
  (length (groups r) =? entries r)
  && match compile b (stop r), compile b (win r) with
     | Some s, Some w => symmetric b r s && symmetric b r w
     | _, _ => false
     end
  && check b (beside powers r) a e.

Theorem grundy_function b powers r a e : check_function b powers r a e = true ->
  forall x v, is_position r x -> (grundy_value (move r) x v <-> member b a (x ++ [chips powers v]) = true).
Proof.
  unfold check_function. rewrite !andb_true_iff, Nat.eqb_eq. intros [[Lg Sy] Ch] x v Px.
  destruct (compile b (stop r)) as [s|] eqn:Es, (compile b (win r)) as [w|] eqn:Ew; try discriminate.
  apply andb_true_iff in Sy as [Ss Sw].
  rewrite (grundy_beside powers r Lg); auto.
  - apply (p_positions b (beside powers r) a e Ch). destruct Px as [lx Dx]. split; cbn [entries positions beside holds].
    + rewrite len_app. cbn. lia.
    + split; [now apply first_holds|]. apply (power_chips powers r (entries r) v). rewrite app_nth2, lx, Nat.sub_diag by lia. reflexivity.
  - intros order y Ho ly. rewrite <- !(compile_sound b _ _ Es), <- !(compile_sound b _ _ Ew). split; now apply (symmetric_in b r Lg).
Qed.
