(** Games that break heaps, such as octal games: their Grundy values, and the periods of these values. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Kernel.
Import ListNotations.
Local Open Scope N_scope.

(** * Definitions in the statements of theorems

    If a theorem is about heaps, these definitions are part of its statement, like those of [Game].

    A position is a list of heaps. The move [Breaking taken parts least] takes [taken] chips from a heap of at least
    [least] chips, and leaves the rest of the heap as [parts] nonempty heaps. *)
Record breaking := Breaking { taken : N; parts : nat; least : N }.

Definition total (hs : list N) : N := fold_right N.add 0 hs.

Definition breaks (m : breaking) (n : N) (hs : list N) : Prop :=
  least m <= n /\ length hs = parts m /\ Forall (fun h => 0 < h) hs /\ n = taken m + total hs.

Definition heap_move (ms : list breaking) (x y : list N) : Prop :=
  exists m before n after hs, In m ms /\ breaks m n hs /\ x = before ++ n :: after /\ y = before ++ hs ++ after.

Definition nim_sum (values : list N) : N := fold_right N.lxor 0 values.

(** The sequence that begins with [values] and repeats the values from the index [preperiod] on for ever. *)
Definition repeating (values : list N) (preperiod n : N) : N :=
  let all := N.of_nat (length values) in
  nth (N.to_nat (if n <? all then n else preperiod + (n - preperiod) mod (all - preperiod))) values 0.

(** * The value of a sum of heaps is the nim-sum of the values of the heaps *)
Lemma lxor_less a d : d <> 0 -> N.testbit a (N.log2 d) = true -> N.lxor a d < a.
Proof.
  intros D T. set (k := N.log2 d) in *.
  assert (E : N.shiftr d k = 1).
  { rewrite N.shiftr_div_pow2. destruct (N.log2_spec d) as [A B]; [lia|]. fold k in A, B. rewrite N.pow_succ_r' in B.
    symmetry. apply (N.div_unique d (2 ^ k) 1 (d - 2 ^ k)); lia. }
  assert (L : N.shiftr (N.lxor a d) k < N.shiftr a k).
  { rewrite N.shiftr_lxor, E. assert (O : N.testbit (N.shiftr a k) 0 = true) by (rewrite N.shiftr_spec'; exact T).
    destruct (N.shiftr a k) as [|[p|p|]]; cbn in O; try discriminate; cbn; lia. }
  rewrite !N.shiftr_div_pow2 in L. destruct (N.lt_ge_cases (N.lxor a d) a) as [|H]; auto.
  apply (N.div_le_mono _ _ (2 ^ k)) in H; [lia | apply N.pow_nonzero; discriminate].
Qed.

Lemma lxor_twice v s : N.lxor v (N.lxor v s) = s.
Proof. now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. Qed.

Lemma nim_sum_app l l' : nim_sum (l ++ l') = N.lxor (nim_sum l) (nim_sum l').
Proof. induction l as [|g l IH]; cbn [app nim_sum fold_right]; [reflexivity|]. fold (nim_sum (l ++ l')) (nim_sum l). now rewrite IH, N.lxor_assoc. Qed.

Section Sums.
  Context (ms : list breaking) (G : N -> N).

  Definition is_least (n : N) : Prop :=
    (forall m hs, In m ms -> breaks m n hs -> nim_sum (map G hs) <> G n) /\
    (forall v, v < G n -> exists m hs, In m ms /\ breaks m n hs /\ nim_sum (map G hs) = v).

  (** If binary digit k of the nim-sum is 1, binary digit k of the value of some heap is 1. *)
  Lemma bit_somewhere k x : N.testbit (nim_sum (map G x)) k = true ->
    exists before n after, x = before ++ n :: after /\ N.testbit (G n) k = true.
  Proof.
    induction x as [|n x IH]; cbn [map nim_sum fold_right]; [rewrite N.bits_0; discriminate|].
    fold (nim_sum (map G x)). rewrite N.lxor_spec. destruct (N.testbit (G n) k) eqn:E.
    - intros _. exists [], n, x. auto.
    - intro H. destruct (N.testbit (nim_sum (map G x)) k) eqn:E'; [|discriminate].
      destruct (IH eq_refl) as (before & h & after & -> & Q). exists (n :: before), h, after. auto.
  Qed.

  Lemma heap_to_lower v x : v < nim_sum (map G x) ->
    exists before n after, x = before ++ n :: after /\ N.lxor (G n) (N.lxor v (nim_sum (map G x))) < G n.
  Proof.
    set (s := nim_sum (map G x)). intro H. set (d := N.lxor v s).
    assert (D : d <> 0) by (intro E; apply N.lxor_eq in E; lia).
    assert (T : N.testbit s (N.log2 d) = true).
    { destruct (N.testbit s (N.log2 d)) eqn:E; auto. exfalso.
      assert (V : N.testbit v (N.log2 d) = true).
      { pose proof (N.bit_log2 d D) as B. unfold d in B at 1. rewrite N.lxor_spec, E in B. now destruct (N.testbit v _). }
      apply (lxor_less v d D) in V. unfold d in V. rewrite lxor_twice in V. lia. }
    destruct (bit_somewhere _ x T) as (before & n & after & -> & B). exists before, n, after. split; auto. now apply lxor_less.
  Qed.

  Definition weight_of (x : list N) : N := fold_right (fun h sum => (2 * h - 1) + sum) 0 x.

  Lemma weight_app x y : weight_of (x ++ y) = weight_of x + weight_of y.
  Proof.
    induction x as [|h x IH]; [reflexivity|]. cbn [app]. change (weight_of (h :: ?l)) with (2 * h - 1 + weight_of l).
    rewrite IH. apply N.add_assoc.
  Qed.

  Lemma weight_parts hs : Forall (fun h => 0 < h) hs -> weight_of hs + N.of_nat (length hs) = 2 * total hs.
  Proof.
    induction 1 as [|h hs Hh _ IH]; [reflexivity|]. cbn [weight_of total fold_right length] in *.
    fold (weight_of hs) (total hs) in *. lia.
  Qed.

  Definition ends_play (m : breaking) : bool := (1 <=? taken m) || (2 <=? parts m)%nat.

  Theorem sums : forallb ends_play ms = true -> (forall n, is_least n) ->
    forall x v, grundy_value (heap_move ms) x v <-> v = nim_sum (map G x).
  Proof.
    intros E R x v.
    apply (grundy (heap_move ms) (fun _ => True) (fun x v => v = nim_sum (map G x)) (fun _ => True) [fun x => Z.of_N (weight_of x)]);
      auto; clear x v.
    - intros x y _ (m & before & n & after & hs & Im & (Ln & len & Pos & Tot) & -> & ->). left.
      apply (forallb_in _ _ _ E) in Im. unfold ends_play in Im. rewrite orb_true_iff, N.leb_le, Nat.leb_le in Im.
      pose proof (weight_parts hs Pos) as K. change (n :: after) with ([n] ++ after). rewrite !weight_app.
      replace (weight_of [n]) with (2 * n - 1) by (cbn; lia).
      assert (N.of_nat (length hs) <= total hs).
      { clear - Pos. induction Pos as [|h hs Hh _ IH]; cbn [total fold_right length]; [lia|]. fold (total hs). lia. }
      lia.
    - intros x v _ _. destruct (N.eq_dec v (nim_sum (map G x))); auto.
    - intros x y v _ _ -> (m & before & n & after & hs & Im & B & -> & ->). rewrite !map_app, !nim_sum_app. cbn [map nim_sum fold_right].
      fold (nim_sum (map G after)). intro Q. apply (proj1 (R n) m hs Im B).
      apply (f_equal (fun z => N.lxor (N.lxor (nim_sum (map G before)) z) (nim_sum (map G after)))) in Q.
      revert Q. generalize (nim_sum (map G before)) (nim_sum (map G after)) (nim_sum (map G hs)) (G n). clear. intros p q r g Q.
      apply N.bits_inj. intro k. apply (f_equal (fun z => N.testbit z k)) in Q. rewrite !N.lxor_spec in Q.
      destruct (N.testbit p k), (N.testbit q k), (N.testbit r k), (N.testbit g k); cbn in Q; congruence.
    - intros x v w _ _ -> L Q. lia.
    - intros x v _ _ Ne. destruct (N.lt_trichotomy v (nim_sum (map G x))) as [L|[L|L]]; [|congruence|left; eauto].
      right. destruct (heap_to_lower v x L) as (before & n & after & E1 & Lower).
      destruct (proj2 (R n) _ Lower) as (m & hs & Im & B & Q). exists (before ++ hs ++ after). split.
      + exists m, before, n, after, hs. auto.
      + rewrite E1 in Q. rewrite !map_app, !nim_sum_app, Q, !map_app, !nim_sum_app. cbn [map nim_sum fold_right]. fold (nim_sum (map G after)).
        generalize (nim_sum (map G before)) (nim_sum (map G after)) (G n). clear. intros p q g.
        apply N.bits_inj. intro k. rewrite !N.lxor_spec.
        destruct (N.testbit p k), (N.testbit q k), (N.testbit v k), (N.testbit g k); reflexivity.
  Qed.
End Sums.

(** * Single heaps *)
Fixpoint upto (count : nat) (n : N) : list N := match count with O => [] | S count => n :: upto count (N.succ n) end.

Lemma in_upto count : forall n h, In h (upto count n) <-> n <= h /\ h < n + N.of_nat count.
Proof. induction count as [|count IH]; intros n h; cbn [upto In]; [lia|]. rewrite IH. lia. Qed.

(** The values of all lists of k nonempty heaps that have s chips in total. *)
Fixpoint sums_of (F : N -> N) (k : nat) (s : N) : list N :=
  match k with
  | O => if s =? 0 then [0] else []
  | S O => if s =? 0 then [] else [F s]
  | S k => flat_map (fun h => map (N.lxor (F h)) (sums_of F k (s - h))) (upto (N.to_nat s) 1)
  end.

Lemma sums_of_right F k : forall s v, In v (sums_of F k s) <->
  exists hs, length hs = k /\ Forall (fun h => 0 < h) hs /\ total hs = s /\ nim_sum (map F hs) = v.
Proof.
  assert (Step : forall k, (forall s v, In v (sums_of F k s) <->
      exists hs, length hs = k /\ Forall (fun h => 0 < h) hs /\ total hs = s /\ nim_sum (map F hs) = v) ->
    forall s v, In v (flat_map (fun h => map (N.lxor (F h)) (sums_of F k (s - h))) (upto (N.to_nat s) 1)) <->
      exists hs, length hs = S k /\ Forall (fun h => 0 < h) hs /\ total hs = s /\ nim_sum (map F hs) = v).
  { clear k. intros k IH s v. rewrite in_flat_map. split.
    - intros (h & Hh & I). apply in_upto in Hh. apply in_map_iff in I as (w & <- & I). apply IH in I as (hs & len & Pos & T & Q).
      exists (h :: hs). cbn [length total fold_right map nim_sum]. fold (total hs) (nim_sum (map F hs)). rewrite len, T, Q.
      split; [auto|]. split; [constructor; [lia|auto]|]. split; [lia|auto].
    - intros ([|h hs] & len & Pos & T & Q); [discriminate|]. inversion Pos as [|? ? Ph Phs]; subst.
      exists h. cbn [total fold_right]. fold (total hs). split; [apply in_upto; lia|].
      cbn [map nim_sum fold_right]. fold (nim_sum (map F hs)). apply in_map, IH. exists hs. cbn in len. repeat split; auto; lia. }
  induction k as [|k IH]; intros s v.
  - cbn [sums_of]. destruct (N.eqb_spec s 0) as [->|Ne]; cbn [In]; split.
    + intros [<-|[]]. exists []. auto.
    + intros ([|] & len & _ & _ & Q); [auto|discriminate].
    + intros [].
    + intros ([|] & len & _ & T & _); [cbn in T; lia|discriminate].
  - destruct k as [|k]; [|now apply (Step (S k))]. cbn [sums_of]. destruct (N.eqb_spec s 0) as [->|Ne]; cbn [In]; split.
    + intros [].
    + intros ([|h [|]] & len & Pos & T & _); try discriminate. inversion Pos; subst. cbn in T. lia.
    + intros [<-|[]]. exists [s]. cbn. rewrite N.lxor_0_r, N.add_0_r. repeat split; auto. constructor; [lia|auto].
    + intros ([|h [|]] & len & Pos & T & Q); try discriminate. left. cbn in T, Q. rewrite N.add_0_r in T. rewrite N.lxor_0_r in Q. congruence.
Qed.

Lemma sums_of_same F G limit : (forall n, n < limit -> F n = G n) -> forall k s, s < limit -> sums_of F k s = sums_of G k s.
Proof.
  intros H. induction k as [|[|k] IH]; intros s Hs; [reflexivity|cbn; now rewrite H|].
  change (sums_of ?X (S (S k)) s) with (flat_map (fun h => map (N.lxor (X h)) (sums_of X (S k) (s - h))) (upto (N.to_nat s) 1)).
  rewrite !flat_map_concat_map. f_equal. apply map_ext_in. intros h I. apply in_upto in I. rewrite H, IH by lia. reflexivity.
Qed.

Definition options_of (ms : list breaking) (F : N -> N) (n : N) : list N :=
  flat_map (fun m => if (least m <=? n) && (taken m <=? n) then sums_of F (parts m) (n - taken m) else []) ms.

Definition least_ok (ms : list breaking) (F : N -> N) (n : N) : bool :=
  let g := F n in let values := options_of ms F n in
  forallb (fun v => negb (v =? g)) values && forallb (fun v => existsb (N.eqb v) values) (upto (N.to_nat g) 0).

Lemma options_right ms F n v : In v (options_of ms F n) <-> exists m hs, In m ms /\ breaks m n hs /\ nim_sum (map F hs) = v.
Proof.
  unfold options_of, breaks. rewrite in_flat_map. split.
  - intros (m & Im & I). destruct (N.leb_spec (least m) n) as [A|]; [|destruct I].
    destruct (N.leb_spec (taken m) n) as [B|]; cbn [andb] in I; [|destruct I].
    apply sums_of_right in I as (hs & len & Pos & T & Q). exists m, hs. repeat split; auto. lia.
  - intros (m & hs & Im & (Ln & len & Pos & T) & Q). exists m. split; auto.
    rewrite (proj2 (N.leb_le _ _) Ln), (proj2 (N.leb_le (taken m) n)) by lia. cbn [andb]. apply sums_of_right. exists hs. repeat split; auto. lia.
Qed.

Lemma least_right ms F n : least_ok ms F n = true -> is_least ms F n.
Proof.
  unfold least_ok. rewrite andb_true_iff, !forallb_forall. intros [A B]. split.
  - intros m hs Im Br Q. assert (I : In (F n) (options_of ms F n)) by (apply options_right; eauto).
    apply A in I. rewrite N.eqb_refl in I. discriminate.
  - intros v L. assert (I : In v (upto (N.to_nat (F n)) 0)) by (apply in_upto; lia). apply B in I.
    apply existsb_in in I as (w & I & Q). apply N.eqb_eq in Q. subst w. now apply options_right.
Qed.

(** * Periods (Guy and Smith 1956) *)
Section Period.
  Context (ms : list breaking) (values : list N) (preperiod bound : N).
  Let G := repeating values preperiod.
  Let all := N.of_nat (length values).
  Let p := all - preperiod.
  Let start := N.max preperiod 1.

  (** The values of heaps, stored in a map for fast lookup. *)
  Fixpoint tabled (l : list N) (n : positive) : PositiveMap.t N :=
    match l with [] => PositiveMap.empty N | g :: l => PositiveMap.add n g (tabled l (Pos.succ n)) end.
  Definition looked_up (t : PositiveMap.t N) (n : N) : N :=
    match PositiveMap.find (N.succ_pos (if n <? all then n else preperiod + (n - preperiod) mod p)) t with Some g => g | None => 0 end.

  Definition heaps_ok : bool :=
    let t := tabled values 1 in
    forallb ends_play ms && (preperiod <? all) && (start <=? bound)
    && forallb (fun m => (taken m <? bound) && (least m <=? bound) && (taken m + N.of_nat (parts m) * (start + p - 1) <? bound + p)) ms
    && forallb (least_ok ms (looked_up t)) (upto (N.to_nat (bound + p)) 0).

  Lemma tabled_right l : forall n i, PositiveMap.find (Pos.of_nat (Pos.to_nat n + i)) (tabled l n) = nth_error l i.
  Proof.
    induction l as [|g l IH]; intros n i; cbn [tabled]; [rewrite PositiveMap.gempty; now destruct i|]. destruct i as [|i]; cbn [nth_error].
    - rewrite Nat.add_0_r, Pos2Nat.id. apply PositiveMap.gss.
    - rewrite PositiveMap.gso by lia. rewrite <- (IH (Pos.succ n) i). f_equal. lia.
  Qed.

  Lemma looked_up_right n : looked_up (tabled values 1) n = G n.
  Proof.
    unfold looked_up, G, repeating. cbn zeta. fold all p. set (i := if n <? all then _ else _).
    replace (N.succ_pos i) with (Pos.of_nat (Pos.to_nat 1 + N.to_nat i)) by (destruct i; cbn; lia).
    rewrite tabled_right. destruct (nth_error values (N.to_nat i)) as [g|] eqn:E.
    - symmetry. now apply nth_error_nth.
    - apply nth_error_None in E. symmetry. now apply nth_overflow.
  Qed.

  Lemma repeats n : preperiod < all -> preperiod <= n -> G (n + p) = G n.
  Proof.
    intros Hp Hn. unfold G, repeating. cbn zeta. fold all p. do 2 f_equal.
    assert (P : p <> 0) by (unfold p; lia).
    assert (M : (n + p - preperiod) mod p = (n - preperiod) mod p).
    { replace (n + p - preperiod) with (n - preperiod + 1 * p) by lia. now rewrite N.mod_add. }
    rewrite M. destruct (N.ltb_spec (n + p) all) as [|_]; [unfold p in *; lia|].
    destruct (N.ltb_spec n all) as [L|]; [|reflexivity]. rewrite N.mod_small; unfold p; lia.
  Qed.

  (** If some heaps have many chips in total, at least one of the heaps is large. *)
  Lemma large_heap hs least : N.of_nat (length hs) * least < total hs + N.of_nat (length hs) -> hs <> [] ->
    exists before h after, hs = before ++ h :: after /\ least <= h.
  Proof.
    induction hs as [|h hs IH]; intros H Ne; [congruence|]. destruct (N.le_gt_cases least h) as [L|L]; [exists [], h, hs; auto|].
    cbn [length total fold_right] in H. fold (total hs) in H. rewrite Nnat.Nat2N.inj_succ, N.mul_succ_l in H.
    destruct hs as [|h' hs]; [cbn in H; lia|]. destruct IH as (before & g & after & E & Lg); [lia|discriminate|].
    exists (h :: before), g, after. rewrite E. auto.
  Qed.

  Lemma breaks_change m n n' before h h' after : breaks m n (before ++ h :: after) -> 0 < h' -> least m <= n' ->
    n + h' = n' + h -> breaks m n' (before ++ h' :: after).
  Proof.
    unfold breaks, total. rewrite !len_app, !fold_right_app, !Forall_app. cbn [length fold_right].
    intros (Ln & len & [Pb Ph] & T) Hh Ln' E. inversion Ph; subst. repeat split; auto.
    assert (F : forall l a, fold_right N.add a l = a + fold_right N.add 0 l) by (induction l as [|z l IH]; intro a; cbn; [lia|]; rewrite IH; lia).
    rewrite F in *. lia.
  Qed.

  Lemma nim_sum_change before h h' after : G h = G h' -> nim_sum (map G (before ++ h :: after)) = nim_sum (map G (before ++ h' :: after)).
  Proof. intro E. rewrite !map_app. cbn [map]. now rewrite E. Qed.

  Theorem periodic : heaps_ok = true -> forall x v, grundy_value (heap_move ms) x v <-> v = nim_sum (map G x).
  Proof.
    unfold heaps_ok. rewrite !andb_true_iff, N.ltb_lt, N.leb_le, !forallb_forall. intros [[[[E Hp] Hs] Hm] C].
    assert (P : p <> 0) by (unfold p; lia). assert (Hs' : preperiod <= start /\ 1 <= start) by (unfold start; lia).
    apply sums; [now apply forallb_forall|]. intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
    destruct (N.lt_ge_cases n (bound + p)) as [L|L].
    { assert (I : In n (upto (N.to_nat (bound + p)) 0)) by (apply in_upto; lia). apply C in I. apply least_right in I.
      unfold is_least in *. rewrite looked_up_right in I. destruct I as [A B].
      assert (Q : forall hs, map (looked_up (tabled values 1)) hs = map G hs) by (intro; apply map_ext, looked_up_right).
      split.
      - intros m hs Im Br. rewrite <- Q. eauto.
      - intros v Lv. destruct (B v Lv) as (m & hs & Im & Br & Z). exists m, hs. rewrite <- Q. auto. }
    assert (Fm : forall m, In m ms -> taken m < bound /\ least m <= bound /\ taken m + N.of_nat (parts m) * (start + p - 1) < bound + p).
    { intros m Im. apply Hm in Im. rewrite !andb_true_iff, !N.ltb_lt, N.leb_le in Im. tauto. }
    specialize (IH (n - p) ltac:(lia)). assert (En : n = (n - p) + p) by lia.
    assert (Gn : G n = G (n - p)) by (rewrite En at 1; apply repeats; lia).
    destruct IH as [A B]. split.
    - intros m hs Im Br. rewrite Gn. destruct (Fm m Im) as (F1 & F2 & F3). destruct Br as (Ln & len & Pos & T).
      destruct (large_heap hs (start + p)) as (before & h & after & -> & Lh); [rewrite len; nia|intros ->; change (total []) with 0 in T; lia|].
      rewrite (nim_sum_change before h (h - p) after).
      + apply (A m _ Im). apply (breaks_change m n _ before h); [repeat split; auto|lia|lia|lia].
      + replace h with (h - p + p) at 1 by lia. apply repeats; lia.
    - intros v Lv. rewrite Gn in Lv. destruct (B v Lv) as (m & hs & Im & Br & Q). destruct (Fm m Im) as (F1 & F2 & F3).
      pose proof Br as (Ln & len & Pos & T).
      assert (Ne : hs <> []) by (intros ->; change (total []) with 0 in T; lia).
      assert (K : 1 <= N.of_nat (parts m)) by (rewrite <- len; destruct hs; [congruence|cbn [length]; lia]).
      destruct (large_heap hs start) as (before & h & after & -> & Lh); [rewrite len|exact Ne|].
      { replace (start + p - 1) with (start + (p - 1)) in F3 by lia. rewrite N.mul_add_distr_l in F3.
        assert (p - 1 <= N.of_nat (parts m) * (p - 1)) by nia. lia. }
      exists m, (before ++ (h + p) :: after). split; [auto|]. split.
      + apply (breaks_change m (n - p) _ before h); auto; lia.
      + rewrite <- Q. apply nim_sum_change. apply repeats; lia.
  Qed.

  (** ** The period and the preperiod are the least *)
  Definition least_period_ok : bool :=
    let t := tabled values 1 in
    let same n q := looked_up t n =? looked_up t (n + q) in
    (preperiod <? all)
    && forallb (fun q => existsb (fun n => negb (same n q)) (upto (N.to_nat p) preperiod)) (upto (N.to_nat (p - 1)) 1)
    && ((preperiod =? 0) || negb (same (preperiod - 1) p)).

  Lemma repeats_often n k : preperiod < all -> preperiod <= n -> G (n + k * p) = G n.
  Proof.
    intros Hp Hn. induction k as [|k IH] using N.peano_ind; [f_equal; lia|].
    replace (n + N.succ k * p) with (n + k * p + p) by lia. rewrite repeats by lia. exact IH.
  Qed.

  Theorem least_period : least_period_ok = true -> forall first q : N, 0 < q ->
    (forall n, first <= n -> G (n + q) = G n) -> preperiod <= first /\ p <= q.
  Proof.
    unfold least_period_ok. rewrite !andb_true_iff, N.ltb_lt, forallb_forall. intros [[Hp Short] Soon] first q Hq R.
    assert (P : 1 <= p) by (unfold p; lia). split.
    - destruct (N.le_gt_cases preperiod first) as [|L]; [auto|exfalso].
      rewrite orb_true_iff, N.eqb_eq in Soon. destruct Soon as [Soon|Soon]; [lia|].
      rewrite negb_true_iff, N.eqb_neq, !looked_up_right in Soon. apply Soon. set (m := preperiod - 1) in *.
      rewrite <- (R m) by lia. rewrite <- (R (m + p)) by lia. replace (m + p + q) with (m + q + p) by lia.
      symmetry. apply repeats; lia.
    - destruct (N.le_gt_cases p q) as [|L]; [auto|exfalso].
      assert (I : In q (upto (N.to_nat (p - 1)) 1)) by (apply in_upto; lia). apply Short in I.
      apply existsb_in in I as (n & I & D). apply in_upto in I. rewrite negb_true_iff, N.eqb_neq, !looked_up_right in D. apply D.
      rewrite <- (repeats_often (n + q) first) by lia. rewrite <- (repeats_often n first) by lia.
      replace (n + q + first * p) with (n + first * p + q) by lia. symmetry. apply R. nia.
  Qed.
End Period.

(** * The options of one heap, computed *)
Fixpoint splits (k : nat) (s : N) : list (list N) :=
  match k with
  | O => if s =? 0 then [[]] else []
  | S k => flat_map (fun h => map (cons h) (splits k (s - h))) (upto (N.to_nat s) 1)
  end.

Lemma splits_right k : forall s hs, In hs (splits k s) <-> length hs = k /\ Forall (fun h => 0 < h) hs /\ total hs = s.
Proof.
  induction k as [|k IH]; intros s hs; cbn [splits].
  - destruct (N.eqb_spec s 0) as [->|Ne]; cbn [In]; split.
    + intros [<-|[]]. auto.
    + intros (len & _ & _). destruct hs; [auto|discriminate].
    + intros [].
    + intros (len & _ & T). destruct hs; [cbn in T; lia|discriminate].
  - rewrite in_flat_map. split.
    + intros (h & Hh & I). apply in_upto in Hh. apply in_map_iff in I as (l & <- & I). apply IH in I as (len & F & T).
      split; [cbn; now rewrite len|]. split; [constructor; [lia|auto]|]. cbn [total fold_right]. fold (total l). lia.
    + intros (len & F & T). destruct hs as [|h l]; [discriminate|]. inversion F; subst. exists h. cbn [total fold_right].
      fold (total l). split; [apply in_upto; lia|]. apply in_map, IH. cbn in len. split; [lia|]. split; [auto|lia].
Qed.

Definition heap_options (ms : list breaking) (n : N) : list (list N) :=
  flat_map (fun m => if (least m <=? n) && (taken m <=? n) then splits (parts m) (n - taken m) else []) ms.

Theorem heap_options_right ms n hs : In hs (heap_options ms n) <-> heap_move ms [n] hs.
Proof.
  unfold heap_options, heap_move, breaks. rewrite in_flat_map. split.
  - intros (m & Im & I). destruct (N.leb_spec (least m) n) as [A|]; [|destruct I].
    destruct (N.leb_spec (taken m) n) as [B|]; cbn [andb] in I; [|destruct I].
    apply splits_right in I as (len & F & T). exists m, [], n, [], hs. rewrite app_nil_r. repeat split; auto. lia.
  - intros (m & before & n' & after & hs' & Im & (Ln & len & F & T) & E & ->).
    destruct before as [|h before]; [|destruct before; discriminate]. injection E as <- <-. cbn [app]. rewrite app_nil_r.
    exists m. split; auto. rewrite (proj2 (N.leb_le _ _) Ln), (proj2 (N.leb_le (taken m) n)) by lia. cbn [andb].
    apply splits_right. repeat split; auto. lia.
Qed.
