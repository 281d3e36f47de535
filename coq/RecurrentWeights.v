(** Sequences that satisfy a recurrence, and the values of words of digits with such weights.

    The window of a word of digits is the list of its values with 0, 1, 2, ... zeros appended. The window has as many
    values as the recurrence has factors, and it determines the values with more zeros appended. An automaton that reads
    the word has the window as its state. *)
From Coq Require Import NArith ZArith List Bool Lia.
From Sprague Require Import Game Lists Digits.
Import ListNotations.
Local Open Scope Z_scope.

(** The list x l + y m, term by term. *)
Definition mix (x : Z) (l : list Z) (y : Z) (m : list Z) : list Z := map (fun p => x * fst p + y * snd p) (combine l m).

Lemma mix_map {A} x (g : A -> Z) y (h : A -> Z) l : mix x (map g l) y (map h l) = map (fun i => x * g i + y * h i) l.
Proof. unfold mix. induction l as [|i l IH]; cbn; congruence. Qed.

Lemma length_mix x l y m : length l = length m -> length (mix x l y m) = length l.
Proof. intro H. unfold mix. rewrite len_map. now apply len_combine. Qed.

Lemma products_mix {A} fs x (g : A -> Z) y (h : A -> Z) l :
  products fs (map (fun i => x * g i + y * h i) l) = x * products fs (map g l) + y * products fs (map h l).
Proof.
  unfold products. revert l; induction fs as [|f fs IH]; intros [|i l]; cbn [map combine fold_right fst snd]; try lia.
  rewrite IH. lia.
Qed.

Section Sequences.
  Context (factors : list Z).
  Let d := length factors.

  Definition following (window : list Z) : list Z := tl window ++ [products factors window].

  (** The proposition that the sequence g satisfies the recurrence from index d on. *)
  Definition obeys (g : nat -> Z) : Prop := forall j, g (j + d)%nat = products factors (map g (seq j d)).

  Lemma obeys_ext g h : (forall i, h i = g i) -> obeys g -> obeys h.
  Proof. intros E H j. rewrite E, H. f_equal. apply map_ext. auto. Qed.

  Hypothesis some : (0 < d)%nat.

  Lemma following_window g j : obeys g -> following (map g (seq j d)) = map g (seq (S j) d).
  Proof.
    intro H. unfold following. rewrite <- H. clear H. destruct d as [|e]; [lia|].
    change (tl (map g (seq j (S e)))) with (map g (seq (S j) e)). replace (S e) with (e + 1)%nat by lia.
    rewrite seq_app, map_app. cbn [seq map]. do 3 f_equal. lia.
  Qed.

  Lemma sequence_window g : obeys g -> forall i j, sequence factors (map g (seq j d)) i = g (j + i)%nat.
  Proof.
    intro H. induction i as [|i IH]; intro j; cbn [sequence].
    - clear H. destruct d as [|e]; [lia|]. cbn. f_equal. lia.
    - change (tl ?w ++ [products factors ?w]) with (following w). rewrite following_window by auto. rewrite IH. f_equal. lia.
  Qed.

  Lemma length_following w : length w = d -> length (following w) = d.
  Proof. intro H. unfold following. rewrite len_app. destruct w; cbn in *; lia. Qed.

  Lemma sequence_nth i : forall w, length w = d -> (i < d)%nat -> sequence factors w i = nth i w 0.
  Proof.
    induction i as [|i IH]; intros w lw Hi; cbn [sequence]; [now destruct w|].
    change (tl w ++ [products factors w]) with (following w). rewrite IH by (auto using length_following; lia).
    unfold following. destruct w as [|x w]; cbn in *; [lia|]. rewrite app_nth1 by lia. reflexivity.
  Qed.

  Lemma window_nth w : length w = d -> map (sequence factors w) (seq 0 d) = w.
  Proof.
    intro lw. apply (nth_ext _ _ 0 0); rewrite len_map, len_seq; [auto|]. intros i Hi.
    rewrite (nth_indep _ 0 (sequence factors w 0)) by (now rewrite len_map, len_seq).
    rewrite (map_nth (sequence factors w)), seq_nth by auto. now apply sequence_nth.
  Qed.

  Lemma sequence_obeys w : length w = d -> obeys (sequence factors w).
  Proof.
    intros lw j. revert w lw; induction j as [|j IH]; intros w lw.
    - rewrite window_nth by auto. replace (0 + d)%nat with (S (d - 1)) by lia. cbn [sequence].
      change (tl w ++ [products factors w]) with (following w).
      rewrite sequence_nth by (auto using length_following; lia). unfold following.
      replace (d - 1)%nat with (length (tl w)) by (destruct w; cbn in *; lia).
      rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
    - cbn [Nat.add sequence]. change (tl w ++ [products factors w]) with (following w).
      rewrite IH by (now apply length_following). rewrite <- seq_shift, map_map. reflexivity.
  Qed.

  Lemma obeys_next g : obeys g -> obeys (fun i => g (S i)).
  Proof. intros H j. rewrite <- map_map with (f := S) (g := g), seq_shift. apply (H (S j)). Qed.

  Lemma mix_obeys x g y h : obeys g -> obeys h -> obeys (fun i => x * g i + y * h i).
  Proof. intros Hg Hh j. rewrite products_mix, Hg, Hh. reflexivity. Qed.

  (** ** Increasing sequences *)
  Fixpoint ascending (w : list Z) : bool :=
    match w with x :: (y :: _) as w' => (x <=? y) && ascending w' | _ => true end.

  (** A check which proves that all terms of a sequence are at least [least]: if one of the first windows is nonnegative
      and increasing, the sequence increases for ever. The definition uses conditionals, because Coq would evaluate both
      arguments of [&&] and [||]. *)
  Fixpoint rises (looks : nat) (least : Z) (w : list Z) : bool :=
    match looks, w with
    | S looks, x :: _ =>
        if least <=? x then if (if 0 <=? x then ascending w else false) then true else rises looks least (following w)
        else false
    | _, _ => false
    end.

  (** The check is correct if the sum of the last k factors is at least 1 for all k. *)
  Definition sum_all (l : list Z) : Z := fold_right Z.add 0 l.
  Fixpoint sums_positive (l : list Z) : bool := match l with [] => true | _ :: l' => (1 <=? sum_all l) && sums_positive l' end.

  Hypothesis positive : sums_positive factors = true.

  Lemma ascending_products fs : sums_positive fs = true -> forall w, length w = length fs -> ascending w = true ->
    last w 0 + (sum_all fs - 1) * hd 0 w <= products fs w.
  Proof.
    induction fs as [|f fs IH]; intros H [|x w] lw A; try discriminate lw; [cbn; lia|].
    cbn [sums_positive] in H. apply andb_true_iff in H as [H1 H2]. apply Z.leb_le in H1. cbn [sum_all fold_right] in H1.
    fold (sum_all fs) in H1. cbn [hd sum_all fold_right]. fold (sum_all fs).
    change (products (f :: fs) (x :: w)) with (f * x + products fs w). injection lw as lw.
    destruct w as [|y w]; [destruct fs; [cbn in *; lia|discriminate]|].
    cbn [ascending] in A. apply andb_true_iff in A as [A1 A2]. apply Z.leb_le in A1.
    specialize (IH H2 (y :: w) lw A2). cbn [hd] in IH. change (last (x :: y :: w) 0) with (last (y :: w) 0).
    destruct fs as [|f' fs]; [discriminate|]. cbn [sums_positive] in H2. apply andb_true_iff in H2 as [H2 _].
    apply Z.leb_le in H2. set (s := sum_all (f' :: fs)) in *. nia.
  Qed.

  Lemma ascending_snoc w y : ascending w = true -> (w = [] \/ last w 0 <= y) -> ascending (w ++ [y]) = true.
  Proof.
    induction w as [|x w IH]; intros A H; [reflexivity|]. destruct H as [H|H]; [discriminate|]. destruct w as [|z w].
    - cbn in *. rewrite andb_true_r. now apply Z.leb_le.
    - cbn [ascending] in A. apply andb_true_iff in A as [A1 A2].
      change (((x <=? z) && ascending ((z :: w) ++ [y])) = true). rewrite A1. apply IH; auto.
  Qed.

  Lemma ascending_sequence i : forall w, length w = d -> 0 <= hd 0 w -> ascending w = true -> hd 0 w <= sequence factors w i.
  Proof.
    induction i as [|i IH]; intros w lw H A; cbn [sequence]; [lia|].
    change (tl w ++ [products factors w]) with (following w).
    pose proof (ascending_products factors positive w lw A) as P.
    assert (S1 : 1 <= sum_all factors).
    { pose proof some as D. unfold d in D. pose proof positive as K. destruct factors; cbn [length sums_positive] in *; [lia|].
      apply andb_true_iff in K as [K _]. now apply Z.leb_le in K. }
    assert (K : hd 0 w <= hd 0 (following w) /\ ascending (following w) = true).
    { unfold following. destruct w as [|x [|y w]]; [cbn in lw; unfold d in *; lia| |].
      - cbn in *. nia.
      - cbn [tl hd app]. cbn [ascending] in A. apply andb_true_iff in A as [A1 A2]. apply Z.leb_le in A1. split; [exact A1|].
        apply (ascending_snoc (y :: w)); auto. right. cbn [hd] in P, H. change (last (x :: y :: w) 0) with (last (y :: w) 0) in P.
        nia. }
    destruct K as [K1 K2]. specialize (IH (following w) (length_following w lw) ltac:(lia) K2). lia.
  Qed.

  Theorem rises_sound looks least w : length w = d -> rises looks least w = true -> forall i, least <= sequence factors w i.
  Proof.
    revert w; induction looks as [|looks IH]; intros w lw; cbn [rises]; [discriminate|].
    destruct w as [|x w]; [discriminate|].
    change (if 0 <=? x then ascending (x :: w) else false) with ((0 <=? x) && ascending (x :: w)).
    destruct (Z.leb_spec least x) as [L|]; [|discriminate]. destruct ((0 <=? x) && ascending (x :: w)) eqn:PA; intros R i.
    - rewrite andb_true_iff, Z.leb_le in PA. destruct PA as [P A].
      pose proof (ascending_sequence i (x :: w) lw P A). cbn [hd] in *. lia.
    - destruct i as [|i]; [exact L|]. cbn [sequence]. apply IH; auto. now apply length_following.
  Qed.
End Sequences.

(** * Weights

    [given] and [factors] define the weights. The sequence R that begins with [reach] and satisfies the same recurrence
    bounds the values of words of n digits: the value of a word, times [scale], is at most R(n) - R(0). *)
Record weighing := Weighing { given : list Z; factors : list Z; reach : list Z; scale : Z }.

Definition looks : nat := 8.

Definition weighing_ok (b : N) (w : weighing) : bool :=
  let d := length (factors w) in
  (0 <? d)%nat && (length (given w) =? d)%nat && (length (reach w) =? d)%nat && sums_positive (factors w) && (0 <? scale w)
  && rises (factors w) looks 1 (given w)
  && rises (factors w) looks 0 (mix 1 (mix 1 (following (factors w) (reach w)) (-1) (reach w)) (- scale w * (Z.of_N b - 1)) (given w)).

Section Weights.
  Context (b : N) (w : weighing).
  Hypothesis ok : weighing_ok b w = true.
  Let d := length (factors w).

  Definition weight (i : nat) : Z := sequence (factors w) (given w) i.
  Definition reached (i : nat) : Z := sequence (factors w) (reach w) i.

  Lemma weighing_facts : (0 < d)%nat /\ length (given w) = d /\ length (reach w) = d /\
    sums_positive (factors w) = true /\ 0 < scale w.
  Proof.
    unfold weighing_ok in ok. rewrite !andb_true_iff, Nat.ltb_lt, !Nat.eqb_eq, Z.ltb_lt in ok. fold d in ok. tauto.
  Qed.

  Lemma weight_obeys : obeys (factors w) weight.
  Proof. apply sequence_obeys; apply weighing_facts. Qed.
  Lemma reached_obeys : obeys (factors w) reached.
  Proof. apply sequence_obeys; apply weighing_facts. Qed.
  Lemma given_window : given w = map weight (seq 0 d).
  Proof. symmetry. apply window_nth; apply weighing_facts. Qed.
  Lemma reach_window : reach w = map reached (seq 0 d).
  Proof. symmetry. apply window_nth; apply weighing_facts. Qed.

  (** A sequence that satisfies the recurrence and passes the check has no term below [least]. *)
  Lemma rises_obeys g least : obeys (factors w) g -> rises (factors w) looks least (map g (seq 0 d)) = true ->
    forall i, least <= g i.
  Proof.
    intros H R i. destruct weighing_facts as (D & _ & _ & P & _).
    change (g i) with (g (0 + i)%nat). rewrite <- (sequence_window (factors w) D g H i 0).
    revert R i. apply rises_sound; auto. now rewrite len_map, len_seq.
  Qed.

  Lemma weight_positive i : 1 <= weight i.
  Proof.
    pose proof ok as K. unfold weighing_ok in K. rewrite !andb_true_iff in K. destruct K as [[_ K] _].
    rewrite given_window in K. revert K i. apply rises_obeys, weight_obeys.
  Qed.

  Lemma reached_next i : scale w * (Z.of_N b - 1) * weight i <= reached (S i) - reached i.
  Proof.
    pose proof ok as K. unfold weighing_ok in K. rewrite !andb_true_iff in K. destruct K as [_ K].
    destruct weighing_facts as (D & _). rewrite reach_window, given_window in K.
    rewrite following_window in K by (auto using reached_obeys). rewrite <- seq_shift, map_map, !mix_map in K.
    apply rises_obeys with (i := i) in K; [lia|].
    repeat apply mix_obeys; auto using obeys_next, reached_obeys, weight_obeys.
  Qed.

  (** ** The value of the word whose digits are the L last digits of c in base b, followed by k zeros *)
  Fixpoint worth (k L : nat) (c : N) : Z :=
    match L with O => 0 | S L => worth (S k) L (c / b) + Z.of_N (c mod b) * weight k end.

  Lemma worth_obeys L c : obeys (factors w) (fun k => worth k L c).
  Proof.
    revert c; induction L as [|L IH]; intro c; cbn [worth].
    - intro j. unfold products. assert (H : forall fs (l : list nat), fold_right (fun p s => fst p * snd p + s) 0 (combine fs (map (fun _ => 0) l)) = 0).
      { induction fs as [|f fs H]; intros [|i l]; cbn [map combine fold_right fst snd]; auto. rewrite H. lia. }
      now rewrite H.
    - apply (obeys_ext _ (fun k => 1 * worth (S k) L (c / b) + Z.of_N (c mod b) * weight k)); [intro; lia|].
      apply mix_obeys; [|exact weight_obeys]. apply (obeys_next _ (fun k => worth k L (c / b))), IH.
  Qed.

  Lemma worth_zero L : forall k, worth k L 0 = 0.
  Proof.
    induction L as [|L IH]; intro k; cbn [worth]; auto. change (0 / b)%N with 0%N. change (0 mod b)%N with 0%N. rewrite IH. lia.
  Qed.

  Hypothesis base : (1 < b)%N.

  Lemma worth_more L : forall k c, (c < b ^ N.of_nat L)%N -> worth k (S L) c = worth k L c.
  Proof.
    induction L as [|L IH]; intros k c H.
    - change (b ^ N.of_nat 0)%N with 1%N in H. replace c with 0%N by lia. now rewrite !worth_zero.
    - rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in H. cbn [worth] in *. f_equal. apply (IH (S k) (c / b)%N).
      apply N.div_lt_upper_bound; lia.
  Qed.

  Lemma worth_enough L L' k c : (c < b ^ N.of_nat L)%N -> (L <= L')%nat -> worth k L' c = worth k L c.
  Proof.
    intros H. induction 1 as [|L' H' IH]; auto. rewrite worth_more; auto. eapply N.lt_le_trans; [exact H|].
    apply N.pow_le_mono_r; lia.
  Qed.

  Definition amount (c : N) : Z := worth 0 (N.to_nat (N.size c)) c.

  Lemma amount_worth L c : (c < b ^ N.of_nat L)%N -> amount c = worth 0 L c.
  Proof.
    intro H. unfold amount. assert (S : (c < b ^ N.of_nat (N.to_nat (N.size c)))%N).
    { rewrite Nnat.N2Nat.id. pose proof (N.size_gt c). pose proof (N.pow_le_mono_l 2 b (N.size c)). lia. }
    destruct (Nat.le_ge_cases L (N.to_nat (N.size c))) as [K|K].
    - now apply worth_enough.
    - symmetry. now apply worth_enough.
  Qed.

  (** The number c without its last j digits in base b. The following lemmas bound the value of the last j digits. *)
  Fixpoint cut (j : nat) (c : N) : N := match j with O => c | S j => (cut j c / b)%N end.

  Lemma worth_between j : forall L c, 0 <= worth 0 (L + j) c - worth j L (cut j c) /\
    scale w * (worth 0 (L + j) c - worth j L (cut j c)) <= reached j - reached 0.
  Proof.
    induction j as [|j IH]; intros L c; [rewrite Nat.add_0_r; cbn [cut]; lia|].
    specialize (IH (S L) c). replace (L + S j)%nat with (S L + j)%nat by lia.
    assert (E : 0 <= Z.of_N (cut j c mod b) <= Z.of_N b - 1).
    { assert (M : (cut j c mod b < b)%N) by (apply N.mod_lt; lia). revert M. generalize (cut j c mod b)%N. lia. }
    change (worth j (S L) (cut j c)) with (worth (S j) L (cut j c / b) + Z.of_N (cut j c mod b) * weight j) in IH.
    change (cut (S j) c) with (cut j c / b)%N.
    pose proof (weight_positive j). pose proof (reached_next j). destruct weighing_facts as (_ & _ & _ & _ & P).
    revert IH E. generalize (worth 0 (S L + j) c) (worth (S j) L (cut j c / b)) (Z.of_N (cut j c mod b)). intros t u e IH E.
    assert (0 <= e * weight j <= (Z.of_N b - 1) * weight j) by nia. split; [lia|].
    assert (scale w * (e * weight j) <= scale w * ((Z.of_N b - 1) * weight j)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
  Qed.
End Weights.
