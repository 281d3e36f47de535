(** Interchangeable entries. A property that is invariant under swaps of entries is invariant under permutations, so it
    is sufficient to check positions with sorted entries. *)
From Coq Require Import NArith ZArith List Bool Lia Permutation.
From Sprague Require Import Game Lists.
Import ListNotations.

Definition swap_order (n i j : nat) : list nat :=
  seq 0 i ++ [j] ++ seq (S i) (j - S i) ++ [i] ++ seq (S j) (n - S j).

(** The pairs of indices of entries in the same group. *)
Definition alike (groups : list nat) : list (nat * nat) :=
  filter (fun p => nth (fst p) groups 0 =? nth (snd p) groups 0)
    (flat_map (fun i => map (pair i) (seq (S i) (length groups - S i))) (seq 0 (length groups))).

Lemma in_alike groups i j : i < j -> j < length groups -> nth i groups 0 = nth j groups 0 -> In (i, j) (alike groups).
Proof.
  intros H1 H2 E. unfold alike. apply filter_In. split; [|now apply Nat.eqb_eq].
  apply in_flat_map. exists i. split; [apply in_seq; lia|]. apply in_map, in_seq. lia.
Qed.

Lemma alike_in groups i j : In (i, j) (alike groups) -> i < j < length groups /\ nth i groups 0 = nth j groups 0.
Proof.
  unfold alike. intro H. apply filter_In in H as [H E]. apply Nat.eqb_eq in E. cbn in E.
  apply in_flat_map in H as (k & Hk & H). apply in_map_iff in H as (l & [= <- <-] & Hl).
  apply in_seq in Hk, Hl. split; [lia|auto].
Qed.

Lemma pick_middle {A} (d : A) l m k s n : length l = s -> length m = n -> pick d (seq s n) (l ++ m ++ k) = m.
Proof.
  intros H1 H2. rewrite app_assoc, pick_left; [now apply pick_shift|].
  apply Forall_forall. intros i Hi. apply in_seq in Hi. rewrite len_app. lia.
Qed.

Lemma nth_here {A} (d : A) l a m : nth (length l) (l ++ a :: m) d = a.
Proof. rewrite app_nth2, Nat.sub_diag by lia. reflexivity. Qed.

Lemma pick_swap {A} (d : A) l u m v k :
  pick d (swap_order (length (l ++ u :: m ++ v :: k)) (length l) (length l + S (length m))) (l ++ u :: m ++ v :: k) =
  l ++ v :: m ++ u :: k.
Proof.
  unfold swap_order. rewrite !pick_app. f_equal; [|change (v :: m ++ u :: k) with ([v] ++ m ++ [u] ++ k); f_equal; [|f_equal; [|f_equal]]].
  - apply (pick_middle d []); auto.
  - cbn [pick map]. f_equal. replace (l ++ u :: m ++ v :: k) with ((l ++ u :: m) ++ v :: k) by (now rewrite <- app_assoc).
    replace (length l + S (length m)) with (length (l ++ u :: m)) by (rewrite len_app; cbn; lia). apply nth_here.
  - change (l ++ u :: m ++ v :: k) with (l ++ [u] ++ m ++ [v] ++ k). rewrite app_assoc. apply pick_middle.
    + rewrite len_app. cbn. lia.
    + lia.
  - cbn [pick map]. f_equal. apply nth_here.
  - replace (l ++ u :: m ++ v :: k) with ((l ++ u :: m ++ [v]) ++ k) by (rewrite <- app_assoc; cbn; now rewrite <- app_assoc).
    apply pick_shift; rewrite !len_app; cbn; rewrite !len_app; cbn; lia.
Qed.

Lemma pick_map {A B} (f : A -> B) d order l : pick (f d) order (map f l) = map f (pick d order l).
Proof. unfold pick. rewrite map_map. apply map_ext. intro i. apply map_nth. Qed.

Lemma split_two {A} (d : A) l i j : i < j -> j < length l ->
  exists a b c, l = a ++ nth i l d :: b ++ nth j l d :: c /\ length a = i /\ length a + S (length b) = j.
Proof.
  intros H1 H2. destruct (nth_split l d (n := i)) as (a & t & E & La); [lia|].
  assert (Lt : length l = i + S (length t)) by (rewrite E at 1; rewrite len_app; cbn; lia).
  assert (Ej : nth j l d = nth (j - S i) t d).
  { rewrite E at 1. rewrite app_nth2, La by lia. replace (j - i) with (S (j - S i)) by lia. reflexivity. }
  destruct (nth_split t d (n := j - S i)) as (b & c & E' & Lb); [lia|].
  exists a, b, c. rewrite Ej, <- E'. repeat split; auto; lia.
Qed.

Section Groups.
  Context (groups : list nat).
  Let n := length groups.

  Definition swaps (P : list N -> Prop) : Prop :=
    forall i j x, In (i, j) (alike groups) -> length x = n -> P x -> P (pick 0%N (swap_order n i j) x).

  Lemma length_swap i j x : i < j < n -> length x = n -> length (pick 0%N (swap_order n i j) x) = n.
  Proof. intros. rewrite length_pick. unfold swap_order. rewrite !len_app, !len_seq. cbn. lia. Qed.

  Lemma swap_swap i j x : i < j < n -> length x = n -> pick 0%N (swap_order n i j) (pick 0%N (swap_order n i j) x) = x.
  Proof.
    intros H lx. destruct (split_two 0%N x i j) as (a & b & c & E & La & Lb); try lia.
    set (u := nth i x 0%N) in *. set (v := nth j x 0%N) in *. clearbody u v. subst x.
    rewrite <- lx, <- Lb, <- La, pick_swap.
    replace (length (a ++ u :: b ++ v :: c)) with (length (a ++ v :: b ++ u :: c))
      by (rewrite !len_app; cbn; rewrite !len_app; reflexivity). apply pick_swap.
  Qed.

  (** ** Every permutation is a composition of swaps *)
  Lemma permutation_swaps P : swaps P -> forall l l' pre : list (nat * N), Permutation l l' -> map fst l = map fst l' ->
    map fst (pre ++ l) = groups -> P (map snd (pre ++ l)) -> P (map snd (pre ++ l')).
  Proof.
    intro Sw. induction l as [l IH] using (induction_ltof1 _ (@length (nat * N))). unfold ltof in IH.
    intros l' pre Pe Ef Eg Px. destruct l as [|[g v] t], l' as [|[g' v'] t']; try discriminate; auto.
    injection Ef as -> Ef.
    assert (Hin : In (g', v') ((g', v) :: t)) by (apply (Permutation_in _ (Permutation_sym Pe)); now left).
    destruct Hin as [[= ->]|Hin].
    - apply Permutation_cons_inv in Pe. change ((g', v') :: t') with ([(g', v')] ++ t'). rewrite app_assoc.
      apply (IH t); auto; rewrite <- app_assoc; auto.
    - apply in_split in Hin as (t1 & t2 & ->).
      set (l2 := (g', v') :: t1 ++ (g', v) :: t2).
      assert (Pl : Permutation (t1 ++ (g', v) :: t2) t').
      { apply (Permutation_cons_inv (a := (g', v'))). rewrite <- Pe.
        change ((g', v') :: t1 ++ (g', v) :: t2) with (((g', v') :: t1) ++ (g', v) :: t2).
        rewrite <- Permutation_middle. cbn. apply perm_skip. apply Permutation_middle. }
      assert (P2 : P (map snd (pre ++ l2))).
      { assert (Lg : length (pre ++ (g', v) :: t1 ++ (g', v') :: t2) = n) by (unfold n; now rewrite <- Eg, len_map).
        assert (L2 : length pre + S (length t1) < n) by (rewrite <- Lg, !len_app; cbn; rewrite len_app; cbn; lia).
        replace (map snd (pre ++ l2)) with (pick 0%N (swap_order n (length pre) (length pre + S (length t1)))
          (map snd (pre ++ (g', v) :: t1 ++ (g', v') :: t2))).
        - apply Sw; auto; [|now rewrite len_map]. apply in_alike; [lia|exact L2|].
          rewrite <- Eg. rewrite (map_nth fst _ (0, 0%N) _ : nth _ _ 0 = _), (map_nth fst _ (0, 0%N) _ : nth (_ + _) _ 0 = _).
          rewrite nth_here.
          replace (pre ++ (g', v) :: t1 ++ (g', v') :: t2) with ((pre ++ (g', v) :: t1) ++ (g', v') :: t2) by (now rewrite <- app_assoc).
          replace (length pre + S (length t1)) with (length (pre ++ (g', v) :: t1)) by (rewrite len_app; cbn; lia).
          now rewrite nth_here.
        - rewrite (pick_map snd (0, 0%N)), <- Lg, pick_swap. reflexivity. }
      change ((g', v') :: t') with ([(g', v')] ++ t'). rewrite app_assoc.
      apply (IH (t1 ++ (g', v) :: t2)).
      + cbn. rewrite !len_app. cbn. lia.
      + exact Pl.
      + rewrite <- Ef. rewrite !map_app. reflexivity.
      + rewrite <- app_assoc. rewrite <- Eg. cbn. rewrite !map_app. cbn. rewrite !map_app. reflexivity.
      + rewrite <- app_assoc. exact P2.
  Qed.

  Lemma fst_combine {A B} (l : list A) : forall m : list B, length l = length m -> map fst (combine l m) = l.
  Proof. induction l; intros [|]; cbn; intros [=]; f_equal; auto. Qed.
  Lemma snd_combine {A B} (l : list A) : forall m : list B, length l = length m -> map snd (combine l m) = m.
  Proof. induction l; intros [|]; cbn; intros [=]; f_equal; auto. Qed.

  Theorem swaps_orders P order x : swaps P -> Permutation (seq 0 n) order -> pick 0 order groups = groups -> length x = n ->
    P x -> P (pick 0%N order x).
  Proof.
    intros Sw Pe Eg lx Px.
    set (l := combine groups x). set (l' := pick (0, 0%N) order l).
    assert (E1 : map fst l = groups) by (apply fst_combine; auto).
    assert (E2 : map snd l = x) by (apply snd_combine; auto).
    assert (F1 : map fst l' = groups) by (unfold l'; rewrite <- (pick_map fst), E1; exact Eg).
    assert (F2 : map snd l' = pick 0%N order x) by (unfold l'; rewrite <- (pick_map snd), E2; reflexivity).
    rewrite <- F2. apply (permutation_swaps P Sw l l' []); cbn; try congruence.
    rewrite <- (pick_all (0, 0%N) l) at 1. unfold l', pick. apply Permutation_map.
    replace (length l) with n; auto. unfold l. rewrite len_combine; auto.
  Qed.

  Lemma pick_swap_groups i j : In (i, j) (alike groups) -> pick 0 (swap_order n i j) groups = groups.
  Proof.
    intro H. apply alike_in in H as [H E]. destruct (split_two 0 groups i j) as (a & b & c & Eg & La & Lb); try lia.
    rewrite E in Eg. set (u := nth j groups 0) in *. clearbody u.
    assert (K : forall g, g = a ++ u :: b ++ u :: c ->
      pick 0 (swap_order (length g) (length a) (length a + S (length b))) g = g) by (intros g ->; apply pick_swap).
    specialize (K groups Eg). rewrite Lb, La in K. exact K.
  Qed.

  Lemma swap_permutation i j : i < j < n -> Permutation (seq 0 n) (swap_order n i j).
  Proof.
    intro H. unfold swap_order.
    replace (seq 0 n) with (seq 0 i ++ [i] ++ seq (S i) (j - S i) ++ [j] ++ seq (S j) (n - S j)).
    - apply Permutation_app_head. cbn. rewrite <- Permutation_middle, <- (Permutation_middle _ _ i). apply perm_swap.
    - transitivity (seq 0 (i + (1 + ((j - S i) + (1 + (n - S j)))))); [|f_equal; lia].
      rewrite !seq_app. cbn. repeat f_equal; lia.
  Qed.

  (** ** It is sufficient to consider positions whose entries are in ascending order in each group *)
  Fixpoint weight (x : list N) : N := match x with [] => 0 | a :: x => a * (1 + N.of_nat (length x)) + weight x end.

  Lemma weight_app a b : weight (a ++ b) = (weight a + N.of_nat (length b) * fold_right N.add 0 a + weight b)%N.
  Proof. induction a as [|u a IH]; cbn [app weight fold_right]; [lia|]. rewrite IH, len_app. nia. Qed.

  Lemma weight_swap a u b v c : (v < u)%N -> (weight (a ++ v :: b ++ u :: c) < weight (a ++ u :: b ++ v :: c))%N.
  Proof.
    intro H. rewrite !weight_app. cbn [weight length]. rewrite !weight_app, !len_app. cbn [weight length fold_right]. nia.
  Qed.

  Theorem sorted_enough P :
    swaps P -> (forall x, length x = n -> (forall i j, In (i, j) (alike groups) -> (nth i x 0 <= nth j x 0)%N) -> P x) ->
    forall x, length x = n -> P x.
  Proof.
    intros Sw So x. remember (N.to_nat (weight x)) as k eqn:Ek. assert (Hk : N.to_nat (weight x) <= k) by lia. clear Ek.
    revert x Hk. induction k as [k IH] using lt_wf_ind. intros x Hk lx.
    destruct (forallb (fun p => (nth (fst p) x 0 <=? nth (snd p) x 0)%N) (alike groups)) eqn:E.
    - apply So; auto. intros i j H. apply (forallb_in _ _ _ E) in H. now apply N.leb_le.
    - assert (B : exists i j, In (i, j) (alike groups) /\ (nth j x 0 < nth i x 0)%N).
      { clear -E. induction (alike groups) as [|[i j] l IH]; cbn in E; [discriminate|]. apply andb_false_iff in E as [E|E].
        - exists i, j. split; [now left|]. now apply N.leb_gt.
        - destruct (IH E) as (i' & j' & H & K). exists i', j'. split; [now right|auto]. }
      destruct B as (i & j & H & K). pose proof (alike_in _ _ _ H) as [Hij _].
      rewrite <- (swap_swap i j x) by auto. apply Sw; auto; [now apply length_swap|].
      apply (IH (N.to_nat (weight (pick 0%N (swap_order n i j) x)))); [|lia|now apply length_swap].
      destruct (split_two 0%N x i j) as (a & b & c & Ex & La & Lb); try lia.
      enough ((weight (pick 0%N (swap_order n i j) x) < weight x)%N) by lia.
      set (u := nth i x 0%N) in *. set (v := nth j x 0%N) in *. clearbody u v. subst x.
      rewrite <- lx, <- Lb, <- La, pick_swap. now apply weight_swap.
  Qed.
End Groups.
