(** The state of a linear form of words of digits with recurrent weights.

    A linear condition states that a form is 0, or is at least 0. If the condition is true whatever digits follow, the
    state is 1 followed by zeros. If the condition is false whatever digits follow, the state is -1 followed by zeros.
    Otherwise, the state is 0 followed by the window of the form: its values with 0, 1, 2, ... zeros appended. *)
From Coq Require Import NArith ZArith List Bool Lia.
From Sprague Require Import Game Lists Digits RecurrentWeights LinearForms.
Import ListNotations.
Local Open Scope Z_scope.

Section Weighed.
  Context (b : N) (w : weighing) (f : form) (c : Z) (is_zero : bool).

  Definition zeros : list Z := map (fun _ => 0) (factors w).

  Definition settled (window : list Z) : list Z :=
    let rises := rises (factors w) looks in
    if rises (scale w * c - up f * hd 0 (reach w) + 1) (mix (- scale w) window (- up f) (reach w)) then -1 :: zeros
    else if rises (- scale w * c - down f * hd 0 (reach w) + (if is_zero then 1 else 0))
              (mix (scale w) window (- down f) (reach w)) then (if is_zero then -1 else 1) :: zeros
    else 0 :: window.

  (** The state after one more column, where e is the value of the form at the digits of the column. *)
  Definition weigh_on (s : list Z) (e : Z) : list Z :=
    match s with
    | 0 :: window => settled (mix 1 (following (factors w) window) e (given w))
    | _ => s
    end.

  Fixpoint weighed (L : nat) (v : list N) : list Z :=
    match L with
    | O => settled zeros
    | S L => weigh_on (weighed L (shorter b v)) (dot_digits f (last_digits b v))
    end.

  Definition weighed_now (s : list Z) : bool :=
    match s with
    | 0 :: z :: _ => if is_zero then z + c =? 0 else 0 <=? z + c
    | m :: _ => m =? 1
    | [] => false
    end.
  Definition weighed_sure (s : list Z) : option bool :=
    match s with m :: _ => if m =? 0 then None else Some (m =? 1) | [] => None end.

  (** ** Linear forms of words of L digits with k zeros appended *)
  Hypothesis base : (1 < b)%N.
  Hypothesis ok : weighing_ok b w = true.
  Let d := length (factors w).

  Definition formed (f : form) (L : nat) (v : list N) (k : nat) : Z := weigh (worth b w k L) f v.

  Lemma formed_obeys g L v : obeys (factors w) (formed g L v).
  Proof.
    unfold formed. induction g as [|[k i] g IH]; cbn [weigh].
    - exact (worth_obeys b w ok 0 0%N).
    - apply (obeys_ext _ (fun j => k * worth b w j L (nth i v 0%N) + 1 * weigh (worth b w j L) g v)); [intro; lia|].
      apply mix_obeys; auto. now apply worth_obeys.
  Qed.

  Lemma formed_step g L v k :
    formed g (S L) v k = formed g L (shorter b v) (S k) + dot_digits g (last_digits b v) * weight w k.
  Proof.
    rewrite dot_digits_value. unfold formed. induction g as [|[z i] g IH]; cbn [weigh dot]; [lia|]. rewrite IH.
    assert (E1 : nth i (shorter b v) 0%N = (nth i v 0 / b)%N).
    { change 0%N with (0 / b)%N at 1. apply (map_nth (fun n => (n / b)%N)). }
    assert (E2 : nth i (map N.of_nat (last_digits b v)) 0%N = (nth i v 0 mod b)%N).
    { unfold last_digits. rewrite map_map. change 0%N with (N.of_nat (N.to_nat (0 mod b))) at 1.
      rewrite (map_nth (fun n => N.of_nat (N.to_nat (n mod b)))). apply Nnat.N2Nat.id. }
    rewrite E1, E2. cbn [worth]. lia.
  Qed.

  Lemma formed_none g v k : formed g 0 v k = 0.
  Proof. unfold formed. induction g as [|[z i] g IH]; cbn [weigh]; [|rewrite IH; cbn [worth]]; lia. Qed.

  (** The proposition that the words v are the words v' without their last j digits. *)
  Definition continues (j : nat) (v v' : list N) : Prop := v = Nat.iter j (shorter b) v'.

  Lemma cut_iter j i v : nth i (Nat.iter j (shorter b) v) 0%N = cut b j (nth i v 0%N).
  Proof.
    induction j as [|j IH]; cbn [Nat.iter nat_rect cut]; auto. rewrite <- IH. unfold shorter at 1.
    change 0%N with (0 / b)%N at 1. apply (map_nth (fun n => (n / b)%N)).
  Qed.

  Lemma formed_between g L j v v' : continues j v v' ->
    - down g * (reached w j - reached w 0) <= scale w * (formed g (L + j) v' 0 - formed g L v j)
      <= up g * (reached w j - reached w 0).
  Proof.
    intros ->. destruct (weighing_facts b w ok) as (_ & _ & _ & _ & P). unfold formed. set (T := reached w j - reached w 0).
    induction g as [|[k i] g IH]; cbn [weigh up down]; [lia|]. rewrite cut_iter.
    destruct (worth_between b w ok base j L (nth i v' 0%N)) as [H1 H2]. fold T in H2.
    set (e := worth b w 0 (L + j) _) in *. set (e' := worth b w j L _) in *. assert (0 <= scale w * (e - e')) by nia.
    set (s := scale w * (e - e')) in *. set (g1 := weigh _ g v') in *. set (g2 := weigh (worth b w j L) g _) in *.
    replace (scale w * (k * e + g1 - (k * e' + g2))) with (k * s + scale w * (g1 - g2)) by (unfold s; lia).
    clearbody s g1 g2 T. clear - IH H2 H.
    destruct (Z.le_ge_cases 0 k).
    - rewrite (Z.max_l k 0), (Z.max_r (- k) 0) by lia. assert (0 <= k * s <= k * T) by nia. lia.
    - rewrite (Z.max_r k 0), (Z.max_l (- k) 0) by lia. assert (k * T <= k * s <= 0) by nia. lia.
  Qed.

  (** ** Correctness of the state *)
  Definition window (L : nat) (v : list N) : list Z := map (formed f L v) (seq 0 d).

  (** The linear condition for words of L digits. *)
  Definition so (L : nat) (v : list N) : Prop :=
    if is_zero then formed f L v 0 + c = 0 else 0 <= formed f L v 0 + c.

  Lemma zeros_window g : (forall k, g k = 0) -> map g (seq 0 d) = zeros.
  Proof.
    intro H. unfold zeros. rewrite (map_ext _ (fun _ => 0) H). unfold d. clear.
    generalize 0%nat. induction (factors w) as [|z l IH]; intro n; cbn; [|f_equal]; auto.
  Qed.

  Lemma window_0 v : window 0 v = zeros.
  Proof. apply zeros_window, formed_none. Qed.

  Lemma window_step L v :
    window (S L) v = mix 1 (following (factors w) (window L (shorter b v))) (dot_digits f (last_digits b v)) (given w).
  Proof.
    destruct (weighing_facts b w ok) as (D & _). unfold window. fold d in D.
    rewrite (following_window (factors w) D _ 0 (formed_obeys f L _)), (given_window b w ok), <- seq_shift, map_map.
    fold d. rewrite mix_map. apply map_ext. intro k. rewrite formed_step. lia.
  Qed.

  Definition right (L : nat) (v : list N) (s : list Z) : Prop := s = 0 :: window L v \/
    exists t : bool, s = (if t then 1 else -1) :: zeros /\ forall j v', continues j v v' -> (so (L + j) v' <-> t = true).

  Lemma settled_right L v : right L v (settled (window L v)).
  Proof.
    destruct (weighing_facts b w ok) as (D & _ & Lr & _ & P). fold d in D, Lr.
    assert (H : forall x y least, rises (factors w) looks least (mix x (window L v) y (reach w)) = true ->
      forall j, least <= x * formed f L v j + y * reached w j).
    { intros x y least R. rewrite (reach_window b w ok) in R. unfold window in R. fold d in R. rewrite mix_map in R.
      revert R. apply (rises_obeys b w ok (fun j => x * formed f L v j + y * reached w j)).
      apply mix_obeys; [apply formed_obeys|now apply (reached_obeys b w)]. }
    unfold settled. change (hd 0 (reach w)) with (reached w 0).
    destruct (rises _ _ _ (mix (- scale w) _ _ _)) eqn:E1; [|destruct (rises _ _ _ (mix (scale w) _ _ _)) eqn:E2; [|now left]]; right.
    - exists false. split; [reflexivity|]. intros j v' Cj. specialize (H _ _ _ E1 j). pose proof (formed_between f L j v v' Cj).
      split; [|discriminate]. unfold so. set (t := formed f (L + j) v' 0) in *. assert (scale w * (t + c) < 0) by lia.
      assert (t + c < 0) by nia. destruct is_zero; lia.
    - exists (negb is_zero). split; [now destruct is_zero|]. intros j v' Cj. specialize (H _ _ _ E2 j).
      pose proof (formed_between f L j v v' Cj). unfold so. set (t := formed f (L + j) v' 0) in *. destruct is_zero; cbn [negb].
      + assert (0 < scale w * (t + c)) by lia. assert (0 < t + c) by nia. split; [lia|discriminate].
      + assert (0 <= scale w * (t + c)) by lia. assert (0 <= t + c) by nia. tauto.
  Qed.

  Lemma weighed_right L : forall v, right L v (weighed L v).
  Proof.
    induction L as [|L IH]; intro v; cbn [weighed].
    - rewrite <- (window_0 v). apply settled_right.
    - destruct (IH (shorter b v)) as [->|(t & -> & H)].
      + cbn [weigh_on]. rewrite <- window_step. apply settled_right.
      + right. exists t. split; [now destruct t|]. intros j v' Cj. rewrite <- (H (S j) v').
        * now rewrite Nat.add_succ_r.
        * unfold continues in *. now rewrite Cj.
  Qed.

  (** ** The state as a part of a longer list *)
  Lemma length_weighed L v : length (weighed L v) = S d.
  Proof.
    destruct (weighed_right L v) as [->|(t & -> & _)]; cbn [length]; f_equal.
    - unfold window. now rewrite len_map, len_seq.
    - apply len_map.
  Qed.

  Lemma weighed_app L v rest : firstn (S d) (weighed L v ++ rest) = weighed L v /\ skipn (S d) (weighed L v ++ rest) = rest.
  Proof.
    rewrite <- (length_weighed L v). split.
    - now rewrite firstn_app, Nat.sub_diag, firstn_all, firstn_O, app_nil_r.
    - now rewrite skipn_app, Nat.sub_diag, skipn_all.
  Qed.

  (** Leading zeros do not change the state. *)
  Lemma weighed_zeros L n : weighed L (repeat 0%N n) = settled zeros.
  Proof.
    induction L as [|L IH]; [reflexivity|]. cbn [weighed]. rewrite shorter_zeros, IH, last_zeros.
    pose proof (settled_right 0 (repeat 0%N n)) as [E|(t & E & _)]; rewrite window_0 in E; rewrite E; [|now destruct t].
    cbn [weigh_on]. rewrite <- E. f_equal. pose proof (window_step 0 (repeat 0%N n)) as S.
    rewrite window_0, last_zeros in S. rewrite <- S. apply zeros_window. intro k. unfold formed. generalize f as g.
    induction g as [|[z i] g IHg]; cbn [weigh]; auto. rewrite IHg.
    destruct (nth_in_or_default i (repeat 0%N n) 0%N) as [H| ->]; [apply repeat_spec in H; rewrite H|]; rewrite worth_zero; lia.
  Qed.

  (** ** The meaning of the condition *)
  Definition weighed_means (v : list N) : Prop :=
    if is_zero then weigh (amount b w) f v + c = 0 else 0 <= weigh (amount b w) f v + c.

  Lemma so_means L v : below b L v -> (so L v <-> weighed_means v).
  Proof.
    intro Hb. unfold so, weighed_means. replace (weigh (amount b w) f v) with (formed f L v 0); [tauto|]. unfold formed.
    generalize f as g. induction g as [|[k i] g IH]; cbn [weigh]; auto. rewrite IH.
    rewrite <- (amount_worth b w base L (nth i v 0%N)); auto.
    unfold below in Hb. rewrite Forall_forall in Hb. destruct (nth_in_or_default i v 0%N) as [Hi| ->]; auto.
    pose proof (N.pow_nonzero b (N.of_nat L)). lia.
  Qed.

  Lemma weighed_now_right L v rest : below b L v -> (weighed_now (weighed L v ++ rest) = true <-> weighed_means v).
  Proof.
    intro Hb. rewrite <- (so_means L v Hb). destruct (weighing_facts b w ok) as (D & _). fold d in D.
    destruct (weighed_right L v) as [->|(t & -> & H)].
    - unfold window, so. destruct d as [|e]; [lia|]. cbn [seq map app weighed_now].
      destruct is_zero; [apply Z.eqb_eq|apply Z.leb_le].
    - specialize (H 0%nat v eq_refl). rewrite Nat.add_0_r in H. rewrite H. destruct t; cbn; split; congruence.
  Qed.

  Lemma weighed_sure_right L v t : below b L v -> weighed_sure (weighed L v) = Some t -> (weighed_means v <-> t = true).
  Proof.
    intros Hb. rewrite <- (so_means L v Hb). destruct (weighed_right L v) as [->|(u & -> & H)]; [discriminate|].
    specialize (H 0%nat v eq_refl). rewrite Nat.add_0_r in H. rewrite H. destruct u; cbn; intros [= <-]; tauto.
  Qed.

  Lemma weighed_sure_stays L v t : weighed_sure (weighed L (shorter b v)) = Some t -> weighed_sure (weighed (S L) v) = Some t.
  Proof. cbn [weighed]. destruct (weighed_right L (shorter b v)) as [->|([] & -> & _)]; auto; discriminate. Qed.
End Weighed.
