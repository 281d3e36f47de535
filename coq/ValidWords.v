(** The words of digits with recurrent weights that represent numbers.

    The list [terms] defines an infinite limit sequence: after the last term, it continues with the term of index
    [repeats]. A word represents a number if none of its tails is lexicographically greater than the limit sequence. The
    automaton compares each digit with a term of the limit sequence. A smaller digit leads back to the first term, a
    digit that equals the term leads to the next term, and a greater digit is not allowed. The states of the automaton
    are the indices of terms. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits.
Import ListNotations.
Local Open Scope N_scope.

(** * Runs of automata, by recursion on the first digits *)
Section Run_from.
  Context (b : N) (a : automaton).
  Hypothesis base : 1 < b.

  Fixpoint run_from (q : positive) (L : nat) (x : list N) : positive :=
    match L with O => q | S L => next a (run_from q L (shorter b x)) (last_digits b x) end.

  Lemma run_run_from L : forall x, run b a L x = run_from 1 L x.
  Proof. induction L as [|L IH]; intro x; [reflexivity|]. rewrite run_step, IH. reflexivity. Qed.

  (** A run on a first column of digits e, followed by the digits of c. *)
  Lemma run_from_top {A} (l : list A) (e : A -> N) L : forall q (c : A -> N),
    (forall n, In n l -> e n < b /\ c n < b ^ N.of_nat L) ->
    run_from q (S L) (map (fun n => e n * b ^ N.of_nat L + c n) l) =
    run_from (next a q (map (fun n => N.to_nat (e n)) l)) L (map c l).
  Proof.
    induction L as [|L IH]; intros q c H.
    - cbn [run_from]. f_equal. unfold last_digits. rewrite map_map. apply map_ext_in. intros n Hn.
      destruct (H n Hn) as [He Hc]. change (b ^ N.of_nat 0) with 1 in *. rewrite N.mod_small; f_equal; lia.
    - change (run_from q (S (S L)) ?x) with (next a (run_from q (S L) (shorter b x)) (last_digits b x)).
      cbn [run_from] in *. rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r'.
      assert (P : b ^ N.of_nat L <> 0) by (apply N.pow_nonzero; lia).
      replace (shorter b (map _ l)) with (map (fun n => e n * b ^ N.of_nat L + c n / b) l).
      + rewrite (IH q (fun n => c n / b)).
        * f_equal; [f_equal|]; unfold shorter, last_digits; rewrite !map_map; auto. apply map_ext_in. intros n Hn.
          replace (e n * (b * b ^ N.of_nat L) + c n) with (c n + (e n * b ^ N.of_nat L) * b) by lia. now rewrite N.mod_add by lia.
        * intros n Hn. destruct (H n Hn) as [He Hc]. rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in Hc. split; auto.
          apply N.div_lt_upper_bound; lia.
      + unfold shorter. rewrite map_map. apply map_ext. intro n.
        replace (e n * (b * b ^ N.of_nat L) + c n) with ((e n * b ^ N.of_nat L) * b + c n) by lia. rewrite N.div_add_l by lia. lia.
  Qed.
End Run_from.

(** * The automaton of valid words *)
Definition state_of_place (p : nat) : positive := Pos.of_succ_nat p.

Section Places.
  Context (b : N) (terms : list nat) (repeats : nat).
  Definition after_place (p : nat) : nat := if (S p <? length terms)%nat then S p else repeats.

  Definition place_row (p : nat) : tree * bool :=
    let t := nth p terms 0%nat in
    (Node (map (fun e => Leaf (state_of_place (if (e <? t)%nat then 0%nat else if (e =? t)%nat then after_place p else length terms)))
             (seq 0 (N.to_nat b))), true).

  Fixpoint rows (i : positive) (l : list (tree * bool)) : automaton :=
    match l with [] => PositiveMap.empty _ | r :: l => PositiveMap.add i r (rows (Pos.succ i) l) end.

  Definition number_words : automaton :=
    rows 1 (map place_row (seq 0 (length terms)) ++ [(Leaf (state_of_place (length terms)), false)]).

  Lemma find_rows l : forall i p, (p < length l)%nat ->
    PositiveMap.find (Pos.of_nat (Pos.to_nat i + p)) (rows i l) = nth_error l p.
  Proof.
    induction l as [|r l IH]; intros i [|p] H; cbn [length rows nth_error] in *; try lia.
    - rewrite Nat.add_0_r, Pos2Nat.id, PositiveMap.gss. reflexivity.
    - rewrite PositiveMap.gso by lia. rewrite <- (IH (Pos.succ i) p) by lia. f_equal. lia.
  Qed.

  Lemma find_place p : (p <= length terms)%nat -> PositiveMap.find (state_of_place p) number_words =
    Some (if (p <? length terms)%nat then place_row p else (Leaf (state_of_place (length terms)), false)).
  Proof.
    intro H. unfold number_words. replace (state_of_place p) with (Pos.of_nat (Pos.to_nat 1 + p)) by (unfold state_of_place; lia).
    rewrite find_rows by (rewrite len_app, len_map, len_seq; cbn; lia). destruct (Nat.ltb_spec p (length terms)) as [L|L].
    - rewrite nth_error_app1 by (now rewrite len_map, len_seq). apply map_nth_error.
      rewrite (nth_error_nth' _ 0%nat) by (now rewrite len_seq). now rewrite seq_nth.
    - rewrite nth_error_app2 by (now rewrite len_map, len_seq). rewrite len_map, len_seq. replace (p - length terms)%nat with 0%nat by lia.
      reflexivity.
  Qed.

  Lemma next_place p e : (p < length terms)%nat -> e < b -> next number_words (state_of_place p) [N.to_nat e] =
    state_of_place (if (N.to_nat e <? nth p terms 0)%nat then 0%nat else if (N.to_nat e =? nth p terms 0)%nat then after_place p else length terms).
  Proof.
    intros Hp He. unfold next. rewrite find_place by lia. rewrite (proj2 (Nat.ltb_lt _ _) Hp). unfold place_row. cbn [walk].
    set (g := fun e => Leaf _). rewrite (nth_indep _ (Leaf 1) (g 0%nat)) by (rewrite len_map, len_seq; lia).
    rewrite (map_nth g), seq_nth by lia. reflexivity.
  Qed.

  Lemma next_dead e : next number_words (state_of_place (length terms)) e = state_of_place (length terms).
  Proof. unfold next. rewrite find_place by lia. rewrite Nat.ltb_irrefl. now destruct e. Qed.

  Lemma accepting_place p : (p <= length terms)%nat -> accepting number_words (state_of_place p) = (p <? length terms)%nat.
  Proof. intro H. unfold accepting. rewrite find_place by auto. now destruct (p <? length terms)%nat. Qed.
End Places.
