(** Ranks, which prove that play ends. A rank is a list of weighted sums in lexicographic order, the sum of the squares
    of the piles, or the sum of the products of two piles. The check that each move lowers the rank reads the digits of
    the piles. *)
From Coq Require Import NArith ZArith List Bool Lia Permutation.
From Sprague Require Import Game Lists DigitConditions Numerations Compile Moves MoveKeys EntryOrders Kernel.
Import ListNotations.
Local Open Scope Z_scope.

Inductive rank :=
| Sums (terms : list term) (by_facts : list (list Z))
    (* for each move, the multiples of its conditions that prove that the first term falls, or an empty list *)
| Squares (piles : nat) (rising : bool) (lines : list (term * list Z)).
    (* for each move, a term for the number of steps, and the amount that one step adds to each pile *)

(** A move by guesses: the number of guesses, the condition of the move, and the indices of the option's entries. *)
Record played := Played { more : nat; when : cond; arrival : list nat }.

Definition square_sum (places : list nat) (x : position) : Z :=
  fold_right (fun i s => Z.of_N (nth i x 0%N) * Z.of_N (nth i x 0%N) + s) 0 places.
Definition plain_sum (places : list nat) (x : position) : Z := fold_right (fun i s => Z.of_N (nth i x 0%N) + s) 0 places.

Definition rank_functions (k : rank) : list (position -> Z) :=
  match k with
  | Sums ts _ => map value ts
  | Squares p false _ => [square_sum (seq 0 p)]
  | Squares p true _ => [fun x => plain_sum (seq 0 p) x * plain_sum (seq 0 p) x - square_sum (seq 0 p) x]
  end.

Definition same_places (p : nat) (places : list nat) : bool :=
  (length places =? p)%nat && forallb (fun i => existsb (Nat.eqb i) places) (seq 0 p).

Lemma same_places_permutation p l : same_places p l = true -> Permutation (seq 0 p) l.
Proof.
  unfold same_places. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall. intros [H1 H2].
  apply NoDup_Permutation_bis; [apply seq_NoDup|rewrite len_seq; lia|].
  intros i Hi. apply H2 in Hi. apply existsb_in in Hi as (j & Hj & E). apply Nat.eqb_eq in E. congruence.
Qed.

Section Ranks.
  Context (b : numeration) (groups : list nat) (domain : cond).
  Let n := length groups.

  (** ** The check *)
  Definition here : list term := map Var (seq 0 n).
  Definition there (m : played) : list term := map Var (arrival m).

  Fixpoint falls (ts : list term) (m : played) : condition :=
    match ts with
    | [] => Not Always
    | t :: ts => let t' := put (there m) t in let t := put here t in Or (Lt t' t) (And (Eq t' t) (falls ts m))
    end.

  Definition impossible (m : played) (c : condition) : bool :=
    match compile b c with Some f => never b (n + more m) (both (when m) f) | None => false end.

  Definition not_below_zero (t : term) : bool :=
    match compile b (Lt t (Num 0)) with Some f => never b n (both domain f) | None => false end.

  Definition same_swapped (t : term) : bool :=
    forallb (fun p => never_holds b n (Not (Eq t (put (map Var (swap_order n (fst p) (snd p))) t)))) (alike groups).

  Fixpoint total (places : list nat) : term :=
    match places with [] => Num 0 | i :: places => Add (Var i) (total places) end.

  Fixpoint turn (steps : list (nat * Z)) (line : term) : term :=
    match steps with
    | [] => Num 0
    | (i, s) :: steps => Add (Sub (Times (-2 * s) (Var i)) (Times (s * s) line)) (turn steps line)
    end.

  Definition squares_ok (p : nat) (rising : bool) (m : played) (line : term * list Z) : bool :=
    let (l, ss) := line in
    let steps := combine (seq 0 p) ss in
    let t := turn steps l in
    (length ss =? p)%nat && (length (arrival m) =? n)%nat
    && forallb (fun is => impossible m (Not (Eq (nth (fst is) (there m) (Num 0)) (Add (Var (fst is)) (Times (snd is) l))))) steps
    && (if rising
        then impossible m (Not (Eq (put (there m) (total (seq 0 p))) (total (seq 0 p))))
             && impossible m (Not (Or (And (Le (Num 1) l) (Le t (Num (-1)))) (And (Le l (Num (-1))) (Le (Num 1) t))))
        else impossible m (Not (Or (And (Le (Num 1) l) (Le (Num 1) t)) (And (Le l (Num (-1))) (Le t (Num (-1))))))).

  Fixpoint all2 {A B} (f : A -> B -> bool) (l : list A) (l' : list B) : bool :=
    match l, l' with
    | [], [] => true
    | a :: l, c :: l' => f a c && all2 f l l'
    | _, _ => false
    end.

  (** The linear term minus multiples of linear forms that conditions contain; if a condition states that its form is at
      least 0, the multiple must be nonnegative. *)
  Fixpoint without (l : linear) (times : list Z) (facts : list cond) : option linear :=
    match times, facts with
    | [], _ => Some l
    | t :: times, Fact f c [] z _ _ :: facts =>
        if z || (0 <=? t) then without (combine_linear 1 l (- t) (Linear f c [])) times facts else None
    | t :: times, _ :: facts => if t =? 0 then without l times facts else None
    | _, [] => None
    end.

  Definition plain_case (t : term) : option linear :=
    match cases t with Some [Case Yes l 1] => Some l | _ => None end.

  (** The check that a term falls by at least 1: its decrease minus 1 is a sum of multiples of forms in conditions and a
      nonnegative linear term. *)
  Definition falls_by_facts (t : term) (times : list Z) (m : played) : bool :=
    match plain_case (Sub (Sub (put here t) (put (there m) t)) (Num 1)) with
    | Some l =>
        match without l times (conjuncts (when m)) with
        | Some (Linear f c []) => natural f && (0 <=? c)
        | _ => false
        end
    | None => false
    end.

  Definition sums_ok (ts : list term) (m : played) (times : list Z) : bool :=
    match times, ts with
    | [], _ => impossible m (Not (falls ts m))
    | _, t :: _ => falls_by_facts t times m
    | _, [] => false
    end.

  Definition rank_ok (k : rank) (ms : list played) : bool :=
    match k with
    | Sums ts by_facts => forallb not_below_zero ts && forallb same_swapped ts && all2 (sums_ok ts) ms by_facts
    | Squares p rising lines =>
        (p <=? n)%nat && forallb (fun ij => same_places p (map (fun i => nth i (swap_order n (fst ij) (snd ij)) 0%nat) (seq 0 p))) (alike groups)
        && all2 (squares_ok p rising) ms lines
    end.

  (** ** Correctness *)
  Lemma stands_pick p v : stands (map Var p) v (pick 0%N p v).
  Proof.
    intro i. destruct (Nat.lt_ge_cases i (length p)) as [L|L].
    - rewrite (nth_indep _ (Num 0) (Var 0)) by (now rewrite len_map). rewrite (map_nth Var). cbn [value]. unfold pick.
      rewrite (nth_indep (map _ p) 0%N (nth 0 v 0%N)) by (now rewrite len_map). now rewrite (map_nth (fun j => nth j v 0%N)).
    - rewrite (nth_overflow (map Var p)) by (now rewrite len_map).
      rewrite (nth_overflow (pick 0%N p v)) by (now rewrite length_pick). reflexivity.
  Qed.

  Lemma stands_here x g : length x = n -> stands here (x ++ g) x.
  Proof.
    intro H. pose proof (stands_pick (seq 0 n) (x ++ g)) as S. rewrite pick_left in S.
    - replace (pick 0%N (seq 0 n) x) with x in S by (rewrite <- H; symmetry; apply pick_all). exact S.
    - apply Forall_forall. intros i Hi. apply in_seq in Hi. lia.
  Qed.

  Lemma impossible_sound m c x g : impossible m (Not c) = true -> length x = n -> length g = more m ->
    means b (when m) (x ++ g) -> ~ ~ holds c (x ++ g).
  Proof.
    unfold impossible. destruct (compile b (Not c)) as [f|] eqn:E; [|discriminate]. intros H lx lg W K.
    apply (never_sound b _ _ H (x ++ g)); [rewrite len_app; lia|]. rewrite both_means. split; auto.
    now apply (compile_sound b _ _ E).
  Qed.

  Lemma falls_lower ts m x g : length x = n -> ~ ~ holds (falls ts m) (x ++ g) ->
    (forall t, In t ts -> 0 <= value t (pick 0%N (arrival m) (x ++ g))) ->
    lower (map value ts) (pick 0%N (arrival m) (x ++ g)) x.
  Proof.
    intros lx. induction ts as [|t ts IH]; cbn [falls holds map lower]; intros H P; [tauto|].
    unfold there in *. rewrite (put_value _ _ _ t (stands_pick (arrival m) (x ++ g))), (put_value _ _ _ t (stands_here x g lx)) in H.
    set (u := value t _) in *. specialize (P t (or_introl eq_refl)) as Pt. fold u in Pt.
    destruct (Z.lt_trichotomy u (value t x)) as [L|[L|L]]; [left; lia|right|].
    - split; auto. apply IH; [|intros t' Ht'; apply P; now right]. intro K. apply H. intros [?|[_ ?]]; [lia|auto].
    - exfalso. apply H. intros [?|[? _]]; lia.
  Qed.

  Lemma square_sum_pick places p x : Forall (fun i => (i < length p)%nat) places ->
    square_sum places (pick 0%N p x) = square_sum (map (fun i => nth i p 0%nat) places) x /\
    plain_sum places (pick 0%N p x) = plain_sum (map (fun i => nth i p 0%nat) places) x.
  Proof.
    unfold square_sum, plain_sum. induction 1 as [|i places Hi _ [IH1 IH2]]; cbn [fold_right map]; auto. rewrite IH1, IH2.
    assert (E : nth i (pick 0%N p x) 0%N = nth (nth i p 0%nat) x 0%N).
    { unfold pick. rewrite (nth_indep _ 0%N (nth 0 x 0%N)) by (now rewrite len_map). apply (map_nth (fun j => nth j x 0%N)). }
    now rewrite E.
  Qed.

  Lemma sums_permutation l l' x : Permutation l l' -> square_sum l x = square_sum l' x /\ plain_sum l x = plain_sum l' x.
  Proof.
    unfold square_sum, plain_sum.
    induction 1 as [|i l l' _ [IH1 IH2]|i j l|l l' l'' _ [IH1 IH2] _ [IH3 IH4]]; cbn [fold_right]; split; lia.
  Qed.

  Theorem rank_order k ms order x : rank_ok k ms = true -> Permutation (seq 0 n) order -> pick 0%nat order groups = groups ->
    length x = n -> forall f, In f (rank_functions k) -> f (pick 0%N order x) = f x.
  Proof.
    intros Ok Pe Eg lx f Hf.
    enough (Sw : forall z, swaps groups (fun y => f y = z)) by (apply (swaps_orders groups (fun y => f y = f x)); auto).
    intros z i j y Hij ly <-. fold n in ly |- *. pose proof (alike_in _ _ _ Hij) as [Hn _]. fold n in Hn.
    destruct k as [ts by_facts|p rising lines]; cbn [rank_ok rank_functions] in *; rewrite !andb_true_iff in Ok.
    - apply in_map_iff in Hf as (t & <- & Ht). destruct Ok as [[_ Ok] _]. apply (forallb_in _ _ _ Ok) in Ht.
      unfold same_swapped in Ht. apply (forallb_in _ _ _ Ht) in Hij. cbn [fst snd] in Hij.
      rewrite (always_equal _ _ _ _ Hij y ly). symmetry. apply put_value, stands_pick.
    - destruct Ok as [[Hp Ok] _]. apply Nat.leb_le in Hp. apply (forallb_in _ _ _ Ok) in Hij. cbn [fst snd] in Hij.
      apply same_places_permutation in Hij.
      destruct (square_sum_pick (seq 0 p) (swap_order n i j) y) as [E1 E2].
      { apply Forall_forall. intros l Hl. apply in_seq in Hl.
        pose proof (length_swap groups i j y Hn ly) as E. rewrite length_pick in E. fold n in E. lia. }
      destruct (sums_permutation _ _ y Hij) as [E3 E4].
      destruct rising, Hf as [<-|[]]; rewrite ?E1, ?E2, ?E3, ?E4; reflexivity.
  Qed.

  (** If y = x + l s, the sum of squares falls by l (-2 s·x - l s·s), a product of two integers. *)
  Lemma squares_fall steps l x y g : length x = n ->
    (forall i s, In (i, s) steps -> (i < n)%nat /\ Z.of_N (nth i y 0%N) = Z.of_N (nth i x 0%N) + s * value l (x ++ g)) ->
    square_sum (map fst steps) x - square_sum (map fst steps) y = value l (x ++ g) * value (turn steps l) (x ++ g).
  Proof.
    intro lx. induction steps as [|[i s] steps IH]; intro H; cbn [map square_sum fold_right turn value fst]; [lia|].
    fold (square_sum (map fst steps) x) (square_sum (map fst steps) y).
    destruct (H i s (or_introl eq_refl)) as [Hi E]. rewrite E. rewrite app_nth1 by lia.
    specialize (IH (fun i s K => H i s (or_intror K))). nia.
  Qed.

  Lemma squares_below p x : 0 <= square_sum (seq 0 p) x <= plain_sum (seq 0 p) x * plain_sum (seq 0 p) x.
  Proof.
    unfold square_sum, plain_sum. generalize (seq 0 p). induction l as [|i l IH]; cbn [fold_right]; [lia|].
    assert (0 <= fold_right (fun i s => Z.of_N (nth i x 0%N) + s) 0 l) by (clear; induction l; cbn [fold_right]; lia).
    nia.
  Qed.

  Lemma total_value places v : value (total places) v = plain_sum places v.
  Proof. unfold plain_sum. induction places as [|i l IH]; cbn [total value fold_right]; lia. Qed.

  Lemma plain_sum_app p x g : length x = n -> (p <= n)%nat -> plain_sum (seq 0 p) (x ++ g) = plain_sum (seq 0 p) x.
  Proof.
    intros lx Hp. unfold plain_sum. assert (H : forall i, In i (seq 0 p) -> (i < length x)%nat) by (intros i Hi; apply in_seq in Hi; lia).
    induction (seq 0 p) as [|i l IH]; cbn [fold_right]; auto. rewrite app_nth1 by auto using in_eq. f_equal. apply IH. auto using in_cons.
  Qed.

  Lemma all2_in {A B} (f : A -> B -> bool) l : forall l' a, all2 f l l' = true -> In a l -> exists c, f a c = true.
  Proof.
    induction l as [|u l IH]; intros [|v l'] a; cbn; try tauto; try discriminate. rewrite andb_true_iff.
    intros [H1 H2] [<-|Ha]; eauto.
  Qed.

  Lemma without_sound times v : forall facts l l', without l times facts = Some l' -> Forall (fun f => means b f v) facts ->
    linear_value l' v <= linear_value l v.
  Proof.
    induction times as [|t times IH]; intros [|f facts] l l'; cbn [without]; try discriminate; try (intros [= <-] _; lia).
    rewrite Forall_cons_iff. intros H [F Fs].
    assert (Skip : (if t =? 0 then without l times facts else None) = Some l' -> linear_value l' v <= linear_value l v)
      by (destruct (t =? 0); [intro K; now apply (IH facts)|discriminate]).
    destruct f as [|f c [|r rs] z low high| | | | | |]; auto.
    destruct (z || (0 <=? t)) eqn:E; [|discriminate]. apply IH in H; auto. rewrite combine_value in H.
    unfold linear_value at 3 in H. cbn [parts constant residues residues_value] in H. cbn [means residues_value] in F.
    destruct z; cbn [orb] in E; [nia|]. apply Z.leb_le in E. nia.
  Qed.

  Lemma falls_by_facts_sound t times m x g : falls_by_facts t times m = true -> length x = n -> means b (when m) (x ++ g) ->
    value t (pick 0%N (arrival m) (x ++ g)) < value t x.
  Proof.
    unfold falls_by_facts. intros Ok lx W. destruct (plain_case _) as [l|] eqn:Pc; [|discriminate].
    destruct (without l times _) as [[f c [|]]|] eqn:Wo; try discriminate. rewrite andb_true_iff, Z.leb_le in Ok. destruct Ok as [Na Hc].
    apply without_sound with (v := x ++ g) in Wo; [|now apply conjuncts_means].
    unfold linear_value at 1 in Wo. cbn [parts constant residues residues_value] in Wo. pose proof (natural_dot f (x ++ g) Na).
    unfold plain_case in Pc. destruct (cases _) as [[|[[] l0 [|[]|]] [|]]|] eqn:Ec; try discriminate. injection Pc as ->.
    destruct (cases_right b _ (x ++ g) _ Ec) as [R _]. destruct (R _ (or_introl eq_refl)) as [_ V]. specialize (V I).
    cbn [denominator over value] in V. unfold there in V.
    rewrite (put_value _ _ _ t (stands_pick (arrival m) (x ++ g))), (put_value _ _ _ t (stands_here x g lx)) in V. lia.
  Qed.

  Theorem rank_lower k ms m x g : rank_ok k ms = true -> In m ms -> length x = n -> length g = more m ->
    means b (when m) (x ++ g) -> length (arrival m) = n -> means b domain (pick 0%N (arrival m) (x ++ g)) ->
    lower (rank_functions k) (pick 0%N (arrival m) (x ++ g)) x.
  Proof.
    intros Ok Hm lx lg W la D. set (y := pick 0%N (arrival m) (x ++ g)) in *.
    assert (ly : length y = n) by (unfold y; now rewrite length_pick).
    destruct k as [ts by_facts|p rising lines]; cbn [rank_ok rank_functions] in *; rewrite !andb_true_iff in Ok.
    - destruct Ok as [[Ok _] Fa]. destruct (all2_in _ _ _ _ Fa Hm) as (times & Su).
      assert (P : forall t, In t ts -> 0 <= value t y); [intros t Ht|].
      + apply (forallb_in _ _ _ Ok) in Ht. unfold not_below_zero in Ht.
        destruct (compile b (Lt t (Num 0))) as [f|] eqn:E; [|discriminate].
        destruct (Z.le_gt_cases 0 (value t y)) as [|L]; auto. exfalso. apply (never_sound b n _ Ht y ly).
        rewrite both_means. split; auto. apply (compile_sound b _ _ E). exact L.
      + unfold sums_ok in Su. destruct times as [|u times]; [apply falls_lower; auto; eapply impossible_sound; eauto|].
        destruct ts as [|t ts]; [discriminate|]. cbn [map lower]. left. split; [apply P; now left|].
        now apply (falls_by_facts_sound t (u :: times)).
    - destruct Ok as [[Hp _] Al]. apply Nat.leb_le in Hp. destruct (all2_in _ _ _ _ Al Hm) as ([l ss] & Sq). unfold squares_ok in Sq.
      rewrite !andb_true_iff, !Nat.eqb_eq in Sq. destruct Sq as [[[L1 L2] Li] Sq].
      set (steps := combine (seq 0 p) ss) in *.
      assert (Es : map fst steps = seq 0 p) by (apply fst_combine; now rewrite len_seq).
      assert (St : forall i s, In (i, s) steps -> (i < n)%nat /\ Z.of_N (nth i y 0%N) = Z.of_N (nth i x 0%N) + s * value l (x ++ g)).
      { intros i s Hi. assert (Hp' : In i (seq 0 p)) by (rewrite <- Es; apply (in_map fst) in Hi; exact Hi).
        apply in_seq in Hp'. split; [lia|]. apply (forallb_in _ _ _ Li) in Hi. cbn [fst snd] in Hi.
        apply (impossible_sound m _ x g) in Hi; auto. cbn [holds value] in Hi. unfold there in Hi.
        rewrite (stands_pick (arrival m) (x ++ g) i) in Hi. fold y in Hi. rewrite app_nth1 in Hi by lia. lia. }
      pose proof (squares_fall steps l x y g lx St) as Fall. rewrite Es in Fall.
      pose proof (squares_below p y) as By. pose proof (squares_below p x) as Bx.
      destruct rising; cbn [lower]; left.
      + apply andb_true_iff in Sq as [To Sq].
        apply (impossible_sound m _ x g) in To; auto. apply (impossible_sound m _ x g) in Sq; auto. cbn [holds] in To, Sq.
        unfold there in To. rewrite (put_value _ _ _ _ (stands_pick (arrival m) (x ++ g))) in To. fold y in To.
        rewrite !total_value, plain_sum_app in To by auto. cbn [value] in Sq.
        set (L := value l (x ++ g)) in *. set (T := value (turn steps l) (x ++ g)) in *.
        assert (plain_sum (seq 0 p) y = plain_sum (seq 0 p) x) by lia.
        assert (L * T < 0) by (assert (1 <= L /\ T <= -1 \/ L <= -1 /\ 1 <= T) by lia; nia). nia.
      + apply (impossible_sound m _ x g) in Sq; auto. cbn [holds value] in Sq.
        set (L := value l (x ++ g)) in *. set (T := value (turn steps l) (x ++ g)) in *.
        assert (0 < L * T) by (assert (1 <= L /\ 1 <= T \/ L <= -1 /\ T <= -1) by lia; nia). lia.
  Qed.
End Ranks.
