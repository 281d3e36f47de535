(** Conditions that are followed while digits are read.

    A linear form needs no carries: with one digit more of each number, its value r becomes b r + e, where e is its value
    at the digits. Beyond some bounds r says all there is to know, so it is kept between them, and there are finitely
    many states. Where digits have other weights, a window of numbers is kept instead of r, until all is certain. The
    state of a condition is a list of numbers, those of its parts one after another. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits Weights Weighed.
From Sprague Require Export Forms.
Import ListNotations.
Local Open Scope Z_scope.

(** The form modulo a number, with a constant. *)
Record residue := Residue { r_form : form; r_constant : Z; modulus : Z }.
Definition residue_value (r : residue) (v : list N) : Z := (dot (r_form r) v + r_constant r) mod modulus r.

Fixpoint residues_value (rs : list (Z * residue)) (v : list N) : Z :=
  match rs with [] => 0 | (c, r) :: rs => c * residue_value r v + residues_value rs v end.

(** * Conditions *)
Inductive cond :=
| Yes
| Fact (f : form) (c : Z) (rs : list (Z * residue)) (is_zero : bool) (low high : Z)
    (* form + constant + residues is 0, or is at least 0; the form is kept between low and high *)
| Weighed (w : weighing) (f : form) (c : Z) (is_zero : bool)
    (* the same of what words of digits amount to *)
| IsPower (i : nat)                              (* the number at place i is a power of the base *)
| Member (a : automaton) (places : list nat)     (* the numbers at these places are in the set of the automaton *)
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
  Definition clamp (low high r : Z) : Z := if r <=? low then low else if high <=? r then high else r.

  (** 0, 1 or 2: no digit but 0 so far, a 1 and zeros, something else. *)
  Definition power_step (s : Z) (d : nat) : Z :=
    match s, d with
    | 0, O => 0
    | 0, S O => 1
    | 1, O => 1
    | _, _ => 2
    end.

  Fixpoint power_state (L : nat) (n : N) : Z :=
    match L with O => 0 | S L => power_step (power_state L (n / b)%N) (N.to_nat (n mod b)) end.

  (** What is known of the numbers when L digits have been read. *)
  Fixpoint known (f : cond) (L : nat) (v : list N) : list Z :=
    match f with
    | Yes => []
    | Fact f _ rs _ low high => clamp low high (dot f v) :: map (fun r => dot (r_form (snd r)) v mod modulus (snd r)) rs
    | Weighed w f c is_zero => weighed b w f c is_zero L v
    | IsPower i => [power_state L (nth i v 0%N)]
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

  (** The state after one more column, in front of what does not belong to the condition. *)
  Fixpoint residues_step (rs : list (Z * residue)) (ds : list nat) (s : list Z) (k : list Z -> list Z) : list Z :=
    match rs, s with
    | (_, r) :: rs, z :: s => (Z.of_N b * z + dot_digits (r_form r) ds) mod modulus r :: residues_step rs ds s k
    | _, _ => k s
    end.

  Fixpoint step (f : cond) (ds : list nat) (s : list Z) (k : list Z -> list Z) {struct f} : list Z :=
    match f with
    | Yes => k s
    | Fact f _ rs _ low high =>
        match s with
        | z :: s => clamp low high (Z.of_N b * z + dot_digits f ds) :: residues_step rs ds s k
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

  (** Whether the condition holds if the digits end here. *)
  Fixpoint residues_now (rs : list (Z * residue)) (s : list Z) (sum : Z) : Z * list Z :=
    match rs, s with
    | (c, r) :: rs, z :: s => residues_now rs s (sum + c * ((z + r_constant r) mod modulus r))
    | _, _ => (sum, s)
    end.

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

  (** Whether it is certain already, whatever digits follow. *)
  Definition loops (a : automaton) (q : positive) : bool :=
    match PositiveMap.find q a with Some (Leaf p, _) => Pos.eqb p q | _ => false end.

  Fixpoint sure (f : cond) (s : list Z) : option bool * list Z :=
    match f with
    | Yes => (Some true, s)
    | Fact _ _ rs is_zero low high =>
        match s with
        | z :: s => (if z <=? low then Some false else if high <=? z then Some (negb is_zero) else None, skipn (length rs) s)
        | [] => (None, [])
        end
    | Weighed w _ _ _ => (weighed_sure s, skipn (S (length (factors w))) s)
    | IsPower _ => match s with z :: s => (if z =? 2 then Some false else None, s) | [] => (None, []) end
    | Member a _ =>
        match s with Zpos q :: s => (if loops a q then Some (accepting a q) else None, s) | _ => (None, []) end
    | Both f g =>
        let (x, s) := sure f s in let (y, s) := sure g s in
        (match x, y with
         | Some false, _ | _, Some false => Some false
         | Some true, Some true => Some true
         | _, _ => None
         end, s)
    | Either f g =>
        let (x, s) := sure f s in let (y, s) := sure g s in
        (match x, y with
         | Some true, _ | _, Some true => Some true
         | Some false, Some false => Some false
         | _, _ => None
         end, s)
    | No f => let (x, s) := sure f s in (option_map negb x, s)
    end.

  Definition hopeless (f : cond) (s : list Z) : bool := match fst (sure f s) with Some false => true | _ => false end.

  (** The state after one more column, and what does not belong to the condition; none if one of several conditions that
      must all hold is hopeless by then: the others need not be looked at. *)
  Fixpoint width (f : cond) : nat :=
    match f with
    | Yes => 0
    | Fact _ _ rs _ _ _ => S (length rs)
    | Weighed w _ _ _ => S (length (factors w))
    | IsPower _ | Member _ _ => 1
    | Both f g | Either f g => width f + width g
    | No f => width f
    end.

  Fixpoint steps (f : cond) (ds : list nat) (s : list Z) : option (list Z) :=
    match f with
    | Both f g =>
        match steps f ds s with
        | Some t =>
            if hopeless f t then None else
            match steps g ds (skipn (width f) s) with Some u => Some (t ++ u) | None => None end
        | None => None
        end
    | _ => Some (step f ds s (fun _ => []))
    end.

  (** ** What a condition must be like for all that to be right *)
  Fixpoint most (rs : list (Z * residue)) : Z :=
    match rs with [] => 0 | (c, r) :: rs => Z.max c 0 * (modulus r - 1) + most rs end.
  Fixpoint least (rs : list (Z * residue)) : Z :=
    match rs with [] => 0 | (c, r) :: rs => Z.min c 0 * (modulus r - 1) + least rs end.

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

  (** Bounds that are fine. *)
  Definition fact (f : form) (c : Z) (rs : list (Z * residue)) (is_zero : bool) : cond :=
    Fact f c rs is_zero (- Z.max (up f) (Z.max 0 (c + most rs) + 1)) (Z.max (down f) (Z.max 0 (- c - least rs) + 1)).

  (** * Why it is right *)
  Hypothesis base : (1 < b)%N.

  Definition small (ds : list nat) : Prop := Forall (fun d => (d < N.to_nat b)%nat) ds.

  Lemma small_last v : small (last_digits b v).
  Proof. apply Forall_map, Forall_forall. intros. now apply digit_below. Qed.

  Lemma small_column n c : In c (columns b n) -> small c.
  Proof. intro H. now apply in_columns in H. Qed.

  Lemma dot_step f v : dot f v = Z.of_N b * dot f (shorter b v) + dot_digits f (last_digits b v).
  Proof.
    rewrite dot_digits_value.
    induction f as [|[c i] f IH]; cbn [dot]; [lia|]. rewrite IH.
    assert (E : nth i v 0%N = (b * nth i (shorter b v) 0 + nth i (map N.of_nat (last_digits b v)) 0)%N).
    { change (nth i (map N.of_nat (last_digits b v)) 0%N) with (nth i (map N.of_nat (last_digits b v)) (N.of_nat (N.to_nat (0 mod b)))).
      unfold last_digits. rewrite (map_nth N.of_nat), (map_nth (fun n => N.to_nat (n mod b))).
      change (nth i (shorter b v) 0%N) with (nth i (shorter b v) (0 / b)%N). unfold shorter.
      rewrite (map_nth (fun n => (n / b)%N)). now apply split_number. }
    rewrite E at 1. lia.
  Qed.

  Lemma up_nonneg f : 0 <= up f. Proof. induction f as [|[c i] f IH]; cbn [up]; lia. Qed.
  Lemma down_nonneg f : 0 <= down f. Proof. induction f as [|[c i] f IH]; cbn [down]; lia. Qed.

  Lemma dot_digits_bounds f ds : small ds ->
    - ((Z.of_N b - 1) * down f) <= dot_digits f ds <= (Z.of_N b - 1) * up f.
  Proof.
    intro H. rewrite dot_digits_value. induction f as [|[c i] f IH]; cbn [dot up down]; [lia|].
    assert (D : (nth i (map N.of_nat ds) 0 < b)%N).
    { rewrite (map_nth N.of_nat ds O i : nth i (map N.of_nat ds) 0%N = _).
      destruct (nth_in_or_default i ds O) as [Hi| ->]; [|lia]. unfold small in H. rewrite Forall_forall in H.
      specialize (H _ Hi). lia. }
    set (d := nth i _ 0%N) in *. nia.
  Qed.

  Ltac clamps := unfold clamp in *;
    repeat match goal with
    | |- context [?x <=? ?y] => destruct (Z.leb_spec x y)
    | H : context [?x <=? ?y] |- _ => destruct (Z.leb_spec x y)
    end; try lia; try nia.

  Lemma clamp_step f low high v : low <= - up f -> down f <= high -> low < 0 < high ->
    clamp low high (dot f v) =
    clamp low high (Z.of_N b * clamp low high (dot f (shorter b v)) + dot_digits f (last_digits b v)).
  Proof.
    intros H1 H2 H3. rewrite dot_step. pose proof (dot_digits_bounds f _ (small_last v)).
    pose proof (up_nonneg f); pose proof (down_nonneg f).
    set (e := dot_digits _ _) in *. set (r := dot _ _). set (B := Z.of_N b) in *. assert (1 < B) by lia. clearbody e r B.
    clamps.
  Qed.

  Lemma power_state_spec L n : (n < b ^ N.of_nat L)%N ->
    (power_state L n = 0 /\ n = 0%N) \/ (power_state L n = 1 /\ exists e, n = (b ^ e)%N) \/
    (power_state L n = 2 /\ n <> 0%N /\ forall e, n <> (b ^ e)%N).
  Proof.
    revert n; induction L as [|L IH]; intros n H.
    - left. cbn in *. split; [auto|lia].
    - cbn [power_state]. rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in H.
      assert (Hs : (n / b < b ^ N.of_nat L)%N) by (apply N.div_lt_upper_bound; lia).
      pose proof (split_number b base n) as E. pose proof (digit_below b base n) as Hd.
      set (d := N.to_nat (n mod b)) in *. set (m := (n / b)%N) in *.
      assert (P : forall e, (b ^ e)%N <> 0%N) by (intro; apply N.pow_nonzero; lia).
      assert (Q : forall e, n = (b ^ e)%N -> (m = 0%N /\ d = 1%nat) \/ (d = 0%nat /\ exists e', m = (b ^ e')%N)).
      { intros e He. destruct (N.eq_0_gt_0_cases e) as [->|Pe].
        - left. change (b ^ 0)%N with 1%N in He. assert (m = 0%N) by nia. split; [auto|lia].
        - right. rewrite <- (N.succ_pred e), N.pow_succ_r' in He by lia.
          assert (n mod b = 0)%N by (rewrite He, N.mul_comm; apply N.mod_mul; lia).
          split; [unfold d; lia|]. exists (N.pred e). unfold m. rewrite He, N.mul_comm. apply N.div_mul. lia. }
      destruct (IH m Hs) as [[-> Hm]|[[-> [e Hm]]|[-> [Hm Hn]]]].
      + destruct d as [|[|d]]; cbn [power_step].
        * left. split; [auto|lia].
        * right; left. split; [auto|]. exists 0%N. change (b ^ 0)%N with 1%N. lia.
        * right; right. split; [auto|]. split; [lia|]. intros e He.
          destruct (Q e He) as [[_ ?]|[? _]]; discriminate.
      + destruct d as [|d]; cbn [power_step].
        * right; left. split; [auto|]. exists (N.succ e). rewrite N.pow_succ_r', <- Hm. lia.
        * right; right. split; [auto|]. split; [specialize (P e); nia|]. intros e' He.
          destruct (Q e' He) as [[A _]|[? _]]; [specialize (P e); congruence|discriminate].
      + right; right. split; [reflexivity|]. split; [nia|]. intros e' He.
        destruct (Q e' He) as [[A _]|[_ [e2 A]]]; [auto|]. now apply (Hn e2).
  Qed.

  Lemma residues_step_spec rs v rest k : forallb (fun r => 0 <? modulus (snd r)) rs = true ->
    residues_step rs (last_digits b v) (map (fun r => dot (r_form (snd r)) (shorter b v) mod modulus (snd r)) rs ++ rest) k =
    map (fun r => dot (r_form (snd r)) v mod modulus (snd r)) rs ++ k rest.
  Proof.
    induction rs as [|[c r] rs IH]; cbn; intro H; auto.
    apply andb_true_iff in H as [H1 H2]. apply Z.ltb_lt in H1. f_equal; auto.
    rewrite (dot_step (r_form r) v), <- Z.add_mod_idemp_l, Z.mul_mod_idemp_r, Z.add_mod_idemp_l by lia. reflexivity.
  Qed.

  Theorem known_step f : fine f = true -> forall L v rest k,
    step f (last_digits b v) (known f L (shorter b v) ++ rest) k = known f (S L) v ++ k rest.
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH];
      cbn [fine known step app]; intros H L v rest k.
    - reflexivity.
    - rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in H. f_equal.
      + symmetry. apply clamp_step; tauto.
      + apply residues_step_spec. tauto.
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

  (** Leading zeros tell nothing. *)
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

  (** ** The end of the digits *)
  Lemma residues_now_spec rs v rest : forallb (fun r => 0 <? modulus (snd r)) rs = true -> forall sum,
    residues_now rs (map (fun r => dot (r_form (snd r)) v mod modulus (snd r)) rs ++ rest) sum =
    (sum + residues_value rs v, rest).
  Proof.
    induction rs as [|[c r] rs IH]; cbn; intros H sum; [f_equal; lia|].
    apply andb_true_iff in H as [H1 H2]. apply Z.ltb_lt in H1. rewrite IH by auto.
    rewrite Z.add_mod_idemp_l by lia. unfold residue_value. f_equal. lia.
  Qed.

  Lemma residues_bounds rs v : forallb (fun r => 0 <? modulus (snd r)) rs = true ->
    least rs <= residues_value rs v <= most rs.
  Proof.
    induction rs as [|[c r] rs IH]; cbn; [lia|]. rewrite andb_true_iff, Z.ltb_lt. intros [H1 H2].
    specialize (IH H2). assert (0 <= residue_value r v <= modulus r - 1).
    { unfold residue_value. pose proof (Z.mod_pos_bound (dot (r_form r) v + r_constant r) (modulus r) H1). lia. }
    assert (Z.min c 0 * (modulus r - 1) <= c * residue_value r v <= Z.max c 0 * (modulus r - 1)).
    { destruct (Z.min_spec c 0) as [[? ->]|[? ->]], (Z.max_spec c 0) as [[? ->]|[? ->]]; nia. }
    lia.
  Qed.

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
      destruct (power_state_spec L _ Hn) as [[-> E]|[[-> E]|[-> [_ E]]]].
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

  (** ** What is certain stays certain, and is so *)
  Lemma skip_residues rs v rest :
    skipn (length rs) (map (fun r : Z * residue => dot (r_form (snd r)) v mod modulus (snd r)) rs ++ rest) = rest.
  Proof. induction rs; cbn; auto. Qed.

  Lemma loops_next a q ds : loops a q = true -> next a q ds = q.
  Proof.
    unfold loops, next. destruct (PositiveMap.find q a) as [[[p|] yes]|]; try discriminate.
    intro H. apply Pos.eqb_eq in H. subst. destruct ds; reflexivity.
  Qed.

  Definition both_sure (x y : option bool) : option bool :=
    match x, y with
    | Some false, _ | _, Some false => Some false
    | Some true, Some true => Some true
    | _, _ => None
    end.

  Fixpoint certain (f : cond) (L : nat) (v : list N) : option bool :=
    match f with
    | Yes => Some true
    | Fact f _ _ is_zero low high =>
        let z := clamp low high (dot f v) in
        if z <=? low then Some false else if high <=? z then Some (negb is_zero) else None
    | Weighed w f c is_zero => weighed_sure (weighed b w f c is_zero L v)
    | IsPower i => if power_state L (nth i v 0%N) =? 2 then Some false else None
    | Member a places => let q := run b a L (pick 0%N places v) in if loops a q then Some (accepting a q) else None
    | Both f g => both_sure (certain f L v) (certain g L v)
    | Either f g => option_map negb (both_sure (option_map negb (certain f L v)) (option_map negb (certain g L v)))
    | No f => option_map negb (certain f L v)
    end.

  Lemma sure_known f : fine f = true -> forall L v rest, sure f (known f L v ++ rest) = (certain f L v, rest).
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH];
      cbn [fine known sure app certain]; intros H L v rest; auto.
    - now rewrite skip_residues.
    - destruct (weighed_app b w f c is_zero base H L v rest) as [_ ->]. f_equal.
      pose proof (length_weighed b w f c is_zero base H L v) as K. destruct (weighed _ _ _ _ _ _ _); [discriminate|reflexivity].
    - apply andb_true_iff in H as [H1 H2]. rewrite <- app_assoc, IHf, IHg by auto. unfold both_sure. reflexivity.
    - apply andb_true_iff in H as [H1 H2]. rewrite <- app_assoc, IHf, IHg by auto.
      destruct (certain f L v) as [[]|], (certain g L v) as [[]|]; reflexivity.
    - now rewrite IH.
  Qed.

  Lemma both_sure_stays x x' y y' : (forall t, x = Some t -> x' = Some t) -> (forall t, y = Some t -> y' = Some t) ->
    forall t, both_sure x y = Some t -> both_sure x' y' = Some t.
  Proof.
    intros Hx Hy t. destruct x as [[]|]; rewrite ?(Hx _ eq_refl); destruct y as [[]|]; rewrite ?(Hy _ eq_refl); cbn;
      intros [= <-]; auto; destruct x' as [[]|]; auto.
  Qed.

  Lemma negb_stays x x' : (forall t, x = Some t -> x' = Some t) ->
    forall t, option_map negb x = Some t -> option_map negb x' = Some t.
  Proof. intros H t. destruct x as [u|]; [|discriminate]. now rewrite (H u eq_refl). Qed.

  Theorem certain_stays f : fine f = true -> forall L v t, certain f L (shorter b v) = Some t -> certain f (S L) v = Some t.
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH]; cbn [fine certain]; intros H L v.
    - auto.
    - rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in H. destruct H as ((((((H1 & H2) & H3) & H4) & _) & _) & _).
      intros t. rewrite (dot_step f v). pose proof (dot_digits_bounds f _ (small_last v)).
      pose proof (up_nonneg f); pose proof (down_nonneg f).
      set (e := dot_digits _ _) in *. set (r := dot _ _). set (B := Z.of_N b) in *. assert (1 < B) by lia. clearbody e r B.
      clamps; congruence.
    - intro t. now apply weighed_sure_stays.
    - cbn [power_state].
      replace (nth i (shorter b v) 0%N) with (nth i v 0 / b)%N
        by (symmetry; unfold shorter; change 0%N with (0 / b)%N at 1; apply (map_nth (fun n => (n / b)%N))).
      intro t. destruct (Z.eqb_spec (power_state L (nth i v 0 / b)%N) 2) as [->|_]; [cbn; auto|discriminate].
    - intros t. rewrite run_step, shorter_pick. set (q := run b a L _).
      destruct (loops a q) eqn:E; [|discriminate]. now rewrite (loops_next a q _ E), E.
    - apply andb_true_iff in H as [H1 H2]. apply both_sure_stays; auto.
    - apply andb_true_iff in H as [H1 H2]. apply negb_stays, both_sure_stays; apply negb_stays; auto.
    - apply negb_stays. auto.
  Qed.

  Theorem certain_true f : fine f = true -> forall L v, below b L v ->
    (certain f L v = Some true -> means f v) /\ (certain f L v = Some false -> ~ means f v).
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH]; cbn [fine certain means]; intros H L v Hb.
    - split; [auto|discriminate].
    - rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in H. destruct H as ((((((H1 & H2) & H3) & H4) & H5) & H6) & H7).
      pose proof (residues_bounds rs v H7). set (R := residues_value rs v) in *. set (r := dot f v). clearbody R r.
      destruct is_zero; cbn [negb]; clamps; split; intros; try discriminate; try lia.
    - split; intro E; apply (weighed_sure_right b w f c is_zero base H L v _ Hb) in E; intuition congruence.
    - destruct (Z.eqb_spec (power_state L (nth i v 0%N)) 2) as [E|_]; split; try discriminate. intros _ [e He].
      assert (Hn : (nth i v 0 < b ^ N.of_nat L)%N).
      { destruct (nth_in_or_default i v 0%N) as [Hi| ->].
        - unfold below in Hb. rewrite Forall_forall in Hb. auto.
        - pose proof (N.pow_nonzero b (N.of_nat L)). lia. }
      destruct (power_state_spec L _ Hn) as [[? _]|[[? _]|[_ [_ K]]]]; first [congruence|now apply (K e)].
    - apply Pos.eqb_eq in H.
      rewrite (accepts_run b base a (length places) H L); [|apply length_pick|now apply below_pick].
      destruct (loops a _); split; intros [= E]; congruence.
    - apply andb_true_iff in H as [H1 H2]. specialize (IHf H1 L v Hb). specialize (IHg H2 L v Hb).
      destruct (certain f L v) as [[]|], (certain g L v) as [[]|]; cbn [both_sure]; split; intros [=]; tauto.
    - apply andb_true_iff in H as [H1 H2]. specialize (IHf H1 L v Hb). specialize (IHg H2 L v Hb).
      destruct (certain f L v) as [[]|], (certain g L v) as [[]|]; cbn; split; intros [=]; tauto.
    - specialize (IH H L v Hb). destruct (certain f L v) as [[]|]; cbn; split; intros [=]; tauto.
  Qed.

  Lemma hopeless_stays f L v : fine f = true ->
    hopeless f (known f L (shorter b v)) = true -> hopeless f (known f (S L) v) = true.
  Proof.
    intros H. unfold hopeless.
    rewrite <- (app_nil_r (known f L _)), <- (app_nil_r (known f (S L) _)), !sure_known by auto. cbn [fst].
    destruct (certain f L (shorter b v)) as [[]|] eqn:E; try discriminate. now rewrite (certain_stays f H L v _ E).
  Qed.

  Lemma hopeless_false f L v : fine f = true -> below b L v -> hopeless f (known f L v) = true -> ~ means f v.
  Proof.
    intros H Hb. unfold hopeless. rewrite <- (app_nil_r (known f L v)), sure_known by auto. cbn [fst].
    destruct (certain f L v) as [[]|] eqn:E; try discriminate. intros _. now apply (certain_true f H L v Hb).
  Qed.

  (** ** Steps that stop early *)
  Lemma length_known f : fine f = true -> forall L v, length (known f L v) = width f.
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH];
      cbn [fine known width length]; intros H L v; auto.
    - now rewrite len_map.
    - now apply length_weighed.
    - apply andb_true_iff in H as [H1 H2]. rewrite len_app. auto.
    - apply andb_true_iff in H as [H1 H2]. rewrite len_app. auto.
  Qed.

  Lemma hopeless_both f g L v : fine f = true -> fine g = true ->
    hopeless f (known f L v) = true \/ hopeless g (known g L v) = true -> hopeless (Both f g) (known (Both f g) L v) = true.
  Proof.
    intros Ff Fg. unfold hopeless. cbn [known sure]. rewrite (sure_known f Ff).
    rewrite <- (app_nil_r (known f L v)), <- (app_nil_r (known g L v)), !sure_known by auto. cbn [fst].
    destruct (certain f L v) as [[]|], (certain g L v) as [[]|]; intros [|]; congruence.
  Qed.

  Theorem steps_known f : fine f = true -> forall L v rest,
    match steps f (last_digits b v) (known f L (shorter b v) ++ rest) with
    | Some t => t = known f (S L) v
    | None => hopeless f (known f (S L) v) = true
    end.
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH]; intros H L v rest;
      try (cbn [steps]; rewrite (known_step _ H); apply app_nil_r).
    cbn [fine] in H. apply andb_true_iff in H as [H1 H2]. cbn [steps known]. rewrite <- app_assoc.
    specialize (IHf H1 L v (known g L (shorter b v) ++ rest)). destruct (steps f _ _) as [t|]; [|apply hopeless_both; auto].
    subst t. destruct (hopeless f (known f (S L) v)) eqn:E; [apply hopeless_both; auto|].
    rewrite <- (length_known f H1 L (shorter b v)), skipn_app, Nat.sub_diag, skipn_all. cbn [app skipn].
    specialize (IHg H2 L v rest). destruct (steps g _ _) as [u|]; [now subst|apply hopeless_both; auto].
  Qed.
End Reading.
