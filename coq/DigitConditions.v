(** Digit conditions: conditions on numbers that are evaluated while the digits of the numbers are read.

    The state of a condition is the list of the states of its parts. For digits with recurrent weights, the state of a
    linear form is a list of its values with 0, 1, 2, ... zeros appended, until the result is certain. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits RecurrentWeights WeightedForms.
From Sprague Require Export CarryState.
Import ListNotations.
Local Open Scope Z_scope.

(** * Conditions *)
Inductive cond :=
| Yes
| Fact (f : form) (c : Z) (rs : list (Z * residue)) (is_zero : bool) (low high : Z)
    (* form + constant + residues is 0, or at least 0; the value of the form is clamped to the bounds low and high *)
| Weighed (w : weighing) (f : form) (c : Z) (is_zero : bool)
    (* the same condition for words of digits with recurrent weights *)
| IsPower (i : nat)                              (* the number with index i is a power of the base *)
| Member (a : automaton) (places : list nat)     (* the automaton accepts the numbers with these indices *)
| Both (f g : cond) | Either (f g : cond) | No (f : cond).

Section Reading.
  Context (b : N).

  Fixpoint means (f : cond) (v : list N) : Prop :=
    match f with
    | Yes => True
    | Fact f c rs is_zero _ _ =>
        if is_zero then dot f v + c + residues_value rs v = 0 else 0 <= dot f v + c + residues_value rs v
    | Weighed w f c is_zero => weighed_means b w f c is_zero v
    | IsPower i => exists e, nth i v 0%N = (b ^ e)%N
    | Member a places => accepts b a (pick 0%N places v) = true
    | Both f g => means f v /\ means g v
    | Either f g => means f v \/ means g v
    | No f => ~ means f v
    end.

  (** ** States *)
  (** The state of the condition after L digits of the numbers v. *)
  Fixpoint known (f : cond) (L : nat) (v : list N) : list Z :=
    match f with
    | Yes => []
    | Fact f _ rs _ low high => clamp low high (dot f v) :: map (fun r => dot (r_form (snd r)) v mod modulus (snd r)) rs
    | Weighed w f c is_zero => weighed b w f c is_zero L v
    | IsPower i => [power_state b L (nth i v 0%N)]
    | Member a places => [Zpos (run b a L (pick 0%N places v))]
    | Both f g | Either f g => known f L v ++ known g L v
    | No f => known f L v
    end.

  Fixpoint start (f : cond) : list Z :=
    match f with
    | Yes => []
    | Fact _ _ rs _ _ _ => 0 :: map (fun _ => 0) rs
    | Weighed w f c is_zero => settled w f c is_zero (zeros w)
    | IsPower _ => [0]
    | Member _ _ => [1]
    | Both f g | Either f g => start f ++ start g
    | No f => start f
    end.

  (** The state after one more column of digits; the function [k] is applied to the rest of the state. *)
  Fixpoint step (f : cond) (ds : list nat) (s : list Z) (k : list Z -> list Z) {struct f} : list Z :=
    match f with
    | Yes => k s
    | Fact f _ rs _ low high =>
        match s with
        | z :: s => clamp low high (Z.of_N b * z + dot_digits f ds) :: residues_step b rs ds s k
        | [] => []
        end
    | Weighed w f c is_zero =>
        let n := S (length (factors w)) in weigh_on w f c is_zero (firstn n s) (dot_digits f ds) ++ k (skipn n s)
    | IsPower i => match s with z :: s => power_step z (nth i ds O) :: k s | [] => [] end
    | Member a places =>
        match s with
        | Zpos q :: s => Zpos (next a q (pick O places ds)) :: k s
        | _ => []
        end
    | Both f g | Either f g => step f ds s (fun s => step g ds s k)
    | No f => step f ds s k
    end.

  (** The truth value of the condition if no digits follow, and the rest of the state. *)
  Fixpoint now (f : cond) (s : list Z) : bool * list Z :=
    match f with
    | Yes => (true, s)
    | Fact _ c rs is_zero _ _ =>
        match s with
        | z :: s => let (sum, s) := residues_now rs s (z + c) in (if is_zero then sum =? 0 else 0 <=? sum, s)
        | [] => (false, [])
        end
    | Weighed w _ c is_zero => (weighed_now c is_zero s, skipn (S (length (factors w))) s)
    | IsPower _ => match s with z :: s => (z =? 1, s) | [] => (false, []) end
    | Member a _ => match s with Zpos q :: s => (accepting a q, s) | _ => (false, []) end
    | Both f g => let (x, s) := now f s in let (y, s) := now g s in (x && y, s)
    | Either f g => let (x, s) := now f s in let (y, s) := now g s in (x || y, s)
    | No f => let (x, s) := now f s in (negb x, s)
    end.

  (** ** Well-formed conditions *)
  Fixpoint fine (f : cond) : bool :=
    match f with
    | Yes | IsPower _ => true
    | Weighed w _ _ _ => weighing_ok b w
    | Fact f c rs _ low high =>
        (low <? 0) && (0 <? high) && (low <=? - up f) && (down f <=? high)
        && (low + c + most rs <? 0) && (0 <? high + c + least rs)
        && forallb (fun r => 0 <? modulus (snd r)) rs
    | Member a places => Pos.eqb (next a xH (repeat O (length places))) xH
    | Both f g | Either f g => fine f && fine g
    | No f => fine f
    end.

  (** A linear condition with bounds beyond which further digits do not change the result. *)
  Definition fact (f : form) (c : Z) (rs : list (Z * residue)) (is_zero : bool) : cond :=
    Fact f c rs is_zero (- Z.max (up f) (Z.max 0 (c + most rs) + 1)) (Z.max (down f) (Z.max 0 (- c - least rs) + 1)).

  (** * Correctness *)
  Hypothesis base : (1 < b)%N.

  Theorem known_step f : fine f = true -> forall L v rest k,
    step f (last_digits b v) (known f L (shorter b v) ++ rest) k = known f (S L) v ++ k rest.
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH];
      cbn [fine known step app]; intros H L v rest k.
    - reflexivity.
    - rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in H. f_equal.
      + symmetry. apply (clamp_step b base); tauto.
      + apply (residues_step_spec b base). tauto.
    - destruct (weighed_app b w f c is_zero base H L (shorter b v) rest) as [-> ->]. reflexivity.
    - f_equal. cbn [power_state]. f_equal.
      + unfold shorter. f_equal. change 0%N with (0 / b)%N at 1. apply (map_nth (fun n => (n / b)%N)).
      + unfold last_digits. change O with (N.to_nat (0 mod b)) at 1. apply (map_nth (fun n => N.to_nat (n mod b))).
    - f_equal. now rewrite run_step, shorter_pick, last_pick.
    - apply andb_true_iff in H as [H1 H2]. rewrite <- !app_assoc, IHf, IHg; auto.
    - apply andb_true_iff in H as [H1 H2]. rewrite <- !app_assoc, IHf, IHg; auto.
    - auto.
  Qed.

  Lemma nth_zeros i n : nth i (repeat 0%N n) 0%N = 0%N.
  Proof. destruct (nth_in_or_default i (repeat 0%N n) 0%N) as [Hi|]; auto. now apply repeat_spec in Hi. Qed.

  (** Leading zeros do not change the state. *)
  Lemma known_zeros f L n : fine f = true -> known f L (repeat 0%N n) = start f.
  Proof.
    assert (Z0 : forall f, dot f (repeat 0%N n) = 0).
    { induction f0 as [|[c i] f0 IH]; cbn [dot]; auto. rewrite IH, nth_zeros. lia. }
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH]; cbn [fine known start]; intro H; auto.
    - rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in H. f_equal.
      + rewrite Z0. clamps.
      + apply map_ext. intro r. rewrite Z0. apply Zmod_0_l.
    - now apply weighed_zeros.
    - f_equal. rewrite nth_zeros. induction L as [|L IH]; cbn [power_state]; auto.
      change (0 / b)%N with 0%N. change (0 mod b)%N with 0%N. now rewrite IH.
    - apply Pos.eqb_eq in H. f_equal. f_equal.
      replace (pick 0%N places (repeat 0%N n)) with (repeat 0%N (length places)).
      + now apply run_zeros.
      + clear H. induction places as [|i places IH]; cbn; auto. now rewrite nth_zeros, IH.
    - apply andb_true_iff in H as [H1 H2]. now rewrite IHf, IHg.
    - apply andb_true_iff in H as [H1 H2]. now rewrite IHf, IHg.
  Qed.

  (** ** The truth value of a condition after all digits *)

  Theorem now_known f : fine f = true -> forall L v rest, below b L v ->
    exists t, now f (known f L v ++ rest) = (t, rest) /\ (t = true <-> means f v).
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH];
      cbn [fine known now app means]; intros H L v rest Hb.
    - exists true. tauto.
    - rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in H. destruct H as ((((((H1 & H2) & H3) & H4) & H5) & H6) & H7).
      rewrite residues_now_spec by auto. eexists. split; [reflexivity|].
      pose proof (residues_bounds rs v H7). set (R := residues_value rs v) in *. set (r := dot f v). clearbody R r.
      destruct is_zero; rewrite ?Z.eqb_eq, ?Z.leb_le; clamps.
    - destruct (weighed_app b w f c is_zero base H L v rest) as [_ ->]. eexists. split; [reflexivity|]. now apply weighed_now_right.
    - eexists. split; [reflexivity|]. rewrite Z.eqb_eq.
      assert (Hn : (nth i v 0 < b ^ N.of_nat L)%N).
      { destruct (nth_in_or_default i v 0%N) as [Hi| ->].
        - unfold below in Hb. rewrite Forall_forall in Hb. auto.
        - pose proof (N.pow_nonzero b (N.of_nat L)). lia. }
      destruct (power_state_spec b base L _ Hn) as [[-> E]|[[-> E]|[-> [_ E]]]].
      + rewrite E. split; [discriminate|]. intros [e He]. symmetry in He. now apply N.pow_nonzero in He; [|lia].
      + tauto.
      + split; [discriminate|]. intros [e He]. now apply E in He.
    - apply Pos.eqb_eq in H. eexists. split; [reflexivity|].
      rewrite (accepts_run b base a (length places) H L); [tauto|apply length_pick|now apply below_pick].
    - apply andb_true_iff in H as [H1 H2].
      destruct (IHf H1 L v (known g L v ++ rest) Hb) as (t & E & K). destruct (IHg H2 L v rest Hb) as (t' & E' & K').
      rewrite <- app_assoc, E, E'. eexists. split; [reflexivity|]. rewrite andb_true_iff, K, K'. tauto.
    - apply andb_true_iff in H as [H1 H2].
      destruct (IHf H1 L v (known g L v ++ rest) Hb) as (t & E & K). destruct (IHg H2 L v rest Hb) as (t' & E' & K').
      rewrite <- app_assoc, E, E'. eexists. split; [reflexivity|]. rewrite orb_true_iff, K, K'. tauto.
    - destruct (IH H L v rest Hb) as (t & E & K). rewrite E. eexists. split; [reflexivity|].
      rewrite <- K. destruct t; cbn; split; congruence.
  Qed.

  Lemma means_dec f L v : fine f = true -> below b L v -> means f v \/ ~ means f v.
  Proof.
    intros H Hb. destruct (now_known f H L v [] Hb) as (t & _ & K). destruct t; [left|right]; rewrite <- K; congruence.
  Qed.
End Reading.
