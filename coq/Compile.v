(** Compilation of the conditions of a rule to conditions that are evaluated digit by digit.

    A term is described by cases. For example, [min t u] equals t in the case t <= u, and u in the case t > u. In each
    case, the term is linear apart from residues. A quotient [t / d] equals (t - (t mod d)) / d, so a case also has a
    denominator. *)
From Coq Require Import NArith ZArith List Bool Lia.
From Sprague Require Import Game Lists DigitConditions Numerations.
Import ListNotations.
Local Open Scope Z_scope.

(** * Linear terms with residues *)
Record linear := Linear { parts : form; constant : Z; residues : list (Z * residue) }.
Definition linear_value (l : linear) (v : list N) : Z := dot (parts l) v + constant l + residues_value (residues l) v.

(** Add the term with factor c and index i to a linear form. The terms are sorted by index, and no factor is 0. *)
Fixpoint add_part (c : Z) (i : nat) (f : form) : form :=
  if c =? 0 then f else
  match f with
  | [] => [(c, i)]
  | (d, j) :: g =>
      if (i <? j)%nat then (c, i) :: f
      else if (i =? j)%nat then (if c + d =? 0 then g else (c + d, j) :: g)
      else (d, j) :: add_part c i g
  end.

Definition combine_linear (c : Z) (l : linear) (d : Z) (m : linear) : linear :=
  Linear (fold_right (fun p f => add_part (c * fst p) (snd p) f)
           (fold_right (fun p f => add_part (d * fst p) (snd p) f) [] (parts m)) (parts l))
         (c * constant l + d * constant m)
         (map (fun r => (c * fst r, snd r)) (residues l) ++ map (fun r => (d * fst r, snd r)) (residues m)).

Lemma add_part_dot c i f v : dot (add_part c i f) v = c * Z.of_N (nth i v 0%N) + dot f v.
Proof.
  induction f as [|[d j] f IH]; cbn [add_part]; destruct (Z.eqb_spec c 0) as [->|]; cbn [dot]; try lia.
  destruct (Nat.ltb_spec i j); cbn [dot]; [lia|]. destruct (Nat.eqb_spec i j) as [->|]; cbn [dot].
  - destruct (Z.eqb_spec (c + d) 0); cbn [dot]; nia.
  - rewrite IH. lia.
Qed.

Lemma fold_part_dot c f g v : dot (fold_right (fun p f => add_part (c * fst p) (snd p) f) g f) v = c * dot f v + dot g v.
Proof. induction f as [|[d j] f IH]; cbn [fold_right dot fst snd]; [lia|]. rewrite add_part_dot, IH. lia. Qed.

Lemma residues_app rs ss v : residues_value (rs ++ ss) v = residues_value rs v + residues_value ss v.
Proof. induction rs as [|[c r] rs IH]; cbn; lia. Qed.
Lemma residues_scale c rs v : residues_value (map (fun r => (c * fst r, snd r)) rs) v = c * residues_value rs v.
Proof. induction rs as [|[d r] rs IH]; cbn [map residues_value fst snd]; lia. Qed.

Lemma combine_value c l d m v : linear_value (combine_linear c l d m) v = c * linear_value l v + d * linear_value m v.
Proof.
  unfold linear_value, combine_linear. cbn [parts constant residues].
  rewrite !fold_part_dot, residues_app, !residues_scale. cbn [dot]. lia.
Qed.

Definition nothing : linear := Linear [] 0 [].

(** * Simplified conditions: constant parts are removed *)
(** The truth value of a condition if the condition is the constant true or false, otherwise [None]. *)
Definition plain (f : cond) : option bool := match f with Yes => Some true | No Yes => Some false | _ => None end.

Definition both (f g : cond) : cond := match f, g with Yes, _ => g | _, Yes => f | _, _ => Both f g end.
Definition either (f g : cond) : cond :=
  match plain f, plain g with
  | Some true, _ | _, Some true => Yes
  | Some false, _ => g
  | _, Some false => f
  | None, None => Either f g
  end.

Definition negated (f : cond) : cond := match plain f with Some false => Yes | _ => No f end.

Definition compare (l : linear) (is_zero : bool) : cond :=
  match residues l with
  | [] =>
      match parts l with
      | [] => if (if is_zero then constant l =? 0 else 0 <=? constant l) then Yes else No Yes
      | f => if negb is_zero && (0 <=? constant l) && forallb (fun p => 0 <=? fst p) f then Yes
             else fact f (constant l) [] is_zero
      end
  | rs => fact (parts l) (constant l) rs is_zero
  end.

Section Compile.
  Context (b : numeration).
  Notation means := (means b).

  Lemma plain_means f v : match plain f with Some t => means f v <-> t = true | None => True end.
  Proof. destruct f as [| | | | | | |[]]; cbn; auto; intuition congruence. Qed.

  Ltac by_plain f g v := pose proof (plain_means f v); pose proof (plain_means g v);
    destruct (plain f) as [[]|], (plain g) as [[]|]; cbn; intuition congruence.
  Lemma both_means f g v : means (both f g) v <-> means f v /\ means g v.
  Proof. destruct f, g; cbn; tauto. Qed.
  Lemma either_means f g v : means (either f g) v <-> means f v \/ means g v.
  Proof. unfold either. by_plain f g v. Qed.
  Lemma negated_means f v : means (negated f) v <-> ~ means f v.
  Proof. unfold negated. by_plain f Yes v. Qed.

  Lemma compare_means l z v : means (compare l z) v <-> if z then linear_value l v = 0 else 0 <= linear_value l v.
  Proof.
    unfold compare, linear_value, fact. destruct (residues l) as [|r rs]; [|cbn; destruct z; tauto].
    destruct (parts l) as [|p f] eqn:E.
    - cbn [dot residues_value]. destruct z.
      + destruct (Z.eqb_spec (constant l) 0); cbn; lia.
      + destruct (Z.leb_spec 0 (constant l)); cbn; lia.
    - destruct (negb z && _ && _) eqn:A; [|cbn [Numerations.means]; destruct z; tauto].
      rewrite !andb_true_iff, negb_true_iff, Z.leb_le in A. destruct A as [[-> Hc] Hf].
      cbn [Numerations.means residues_value]. split; auto. intros _.
      assert (0 <= dot (p :: f) v); [|lia]. clear E Hc. revert Hf. generalize (p :: f). clear p f. intro f.
      induction f as [|[c i] f IH]; cbn; [lia|]. rewrite andb_true_iff, Z.leb_le. intros [? ?]. specialize (IH H0). nia.
  Qed.

  (** * Terms by cases: if the guard is true, the term times the denominator equals the linear term [over] *)
  Record case := Case { guard : cond; over : linear; denominator : Z }.

  Definition pairs (f : case -> case -> list case) (cs ds : list case) : list case :=
    flat_map (fun c => flat_map (f c) ds) cs.

  Definition sum (sign : Z) (c d : case) : list case :=
    [Case (both (guard c) (guard d)) (combine_linear (denominator d) (over c) (sign * denominator c) (over d))
          (denominator c * denominator d)].

  (** The cases of the minimum (sign 1) or maximum (sign -1) of two terms. A case has the condition that its term is the
      minimum or maximum. *)
  Definition extreme (sign : Z) (c d : case) : list case :=
    let less := combine_linear (sign * denominator c) (over d) (- sign * denominator d) (over c) in
    let more := combine_linear (- sign * denominator c) (over d) (sign * denominator d) (over c) in
    let g := both (guard c) (guard d) in
    [Case (both g (compare less false)) (over c) (denominator c);
     Case (both g (compare more false)) (over d) (denominator d)].

  Definition opposite (c : case) : case := Case (guard c) (combine_linear (-1) (over c) 0 nothing) (denominator c).

  Definition residue_of (c : case) (m : Z) : option linear :=
    match residues (over c) with
    | [] => Some (Linear [] 0 [(1, Residue (parts (over c)) (constant (over c)) (denominator c * m))])
    | _ => None
    end.

  Fixpoint map_some {A B} (f : A -> option B) (l : list A) : option (list B) :=
    match l with
    | [] => Some []
    | a :: l => match f a, map_some f l with Some c, Some l => Some (c :: l) | _, _ => None end
    end.

  Fixpoint cases (t : term) : option (list case) :=
    match t with
    | Var i => Some [Case Yes (Linear [(1, i)] 0 []) 1]
    | Num z => Some [Case Yes (Linear [] z []) 1]
    | Add t u => match cases t, cases u with Some c, Some d => Some (pairs (sum 1) c d) | _, _ => None end
    | Sub t u => match cases t, cases u with Some c, Some d => Some (pairs (sum (-1)) c d) | _, _ => None end
    | Times z t =>
        option_map (map (fun c => Case (guard c) (combine_linear z (over c) 0 nothing) (denominator c))) (cases t)
    | Div t m =>
        match cases t with
        | Some cs => if 0 <? m then map_some (fun c => option_map (fun r =>
            Case (guard c) (combine_linear 1 (over c) (-1) r) (denominator c * m)) (residue_of c m)) cs else None
        | None => None
        end
    | Mod t m =>
        match cases t with
        | Some cs => if 0 <? m then map_some (fun c => option_map (fun r =>
            Case (guard c) r (denominator c)) (residue_of c m)) cs else None
        | None => None
        end
    | Min t u => match cases t, cases u with Some c, Some d => Some (pairs (extreme 1) c d) | _, _ => None end
    | Max t u => match cases t, cases u with Some c, Some d => Some (pairs (extreme (-1)) c d) | _, _ => None end
    | Abs t => match cases t with Some c => Some (pairs (extreme (-1)) c (map opposite c)) | None => None end
    end.

  (** A list of cases is correct for the value z if some guard is true, and if each case whose guard is true has the
      value z. *)
  Definition right (cs : list case) (z : Z) (v : list N) : Prop :=
    (forall c, In c cs -> 0 < denominator c /\ (means (guard c) v -> z * denominator c = linear_value (over c) v)) /\
    exists c, In c cs /\ means (guard c) v.

  Lemma right_pairs f cs ds y z w v :
    (forall c d, 0 < denominator c -> 0 < denominator d ->
       (means (guard c) v -> y * denominator c = linear_value (over c) v) ->
       (means (guard d) v -> z * denominator d = linear_value (over d) v) ->
       (forall e, In e (f c d) -> 0 < denominator e /\ (means (guard e) v -> w * denominator e = linear_value (over e) v)) /\
       (means (guard c) v -> means (guard d) v -> exists e, In e (f c d) /\ means (guard e) v)) ->
    right cs y v -> right ds z v -> right (pairs f cs ds) w v.
  Proof.
    intros H [C1 (c & C2 & C3)] [D1 (d & D2 & D3)]. unfold pairs. split.
    - intros e He. apply in_flat_map in He as (c' & Hc & He). apply in_flat_map in He as (d' & Hd & He).
      destruct (C1 c' Hc), (D1 d' Hd). now apply (H c' d').
    - destruct (C1 c C2), (D1 d D2). destruct (H c d) as [_ K]; auto. destruct (K C3 D3) as (e & He & Me).
      exists e. split; auto. apply in_flat_map. exists c. split; auto. apply in_flat_map. exists d. auto.
  Qed.

  Lemma sum_right sign cs ds y z v : right cs y v -> right ds z v -> right (pairs (sum sign) cs ds) (y + sign * z) v.
  Proof.
    apply right_pairs. intros c d Pc Pd Vc Vd. split.
    - intros e [<-|[]]. cbn [denominator guard over]. split; [nia|]. rewrite both_means, combine_value. intros [Gc Gd].
      rewrite <- Vc, <- Vd by auto. nia.
    - intros Gc Gd. eexists. split; [left; reflexivity|]. cbn. now apply both_means.
  Qed.

  Lemma extreme_right sign cs ds y z w v : (sign = 1 /\ w = Z.min y z \/ sign = -1 /\ w = Z.max y z) ->
    right cs y v -> right ds z v -> right (pairs (extreme sign) cs ds) w v.
  Proof.
    intro S. apply right_pairs. intros c d Pc Pd Vc Vd. unfold extreme. split.
    - intros e [<-|[<-|[]]]; cbn [denominator guard over]; (split; [auto|]);
        rewrite !both_means, compare_means, combine_value; intros [[Gc Gd] K]; rewrite <- Vc, <- Vd in * by auto;
        destruct S as [[-> ->]|[-> ->]]; (assert (D : 0 < denominator c * denominator d) by nia);
        [assert (y <= z) by nia | assert (z <= y) by nia | assert (z <= y) by nia | assert (y <= z) by nia];
        rewrite ?Z.min_l, ?Z.min_r, ?Z.max_l, ?Z.max_r by auto; reflexivity.
    - intros Gc Gd. destruct (Z.le_ge_cases (sign * y) (sign * z)) as [K|K]; eexists.
      + split; [left; reflexivity|]. cbn [guard]. rewrite !both_means, compare_means, combine_value, <- Vc, <- Vd by auto.
        split; [auto|].
        assert (0 <= (sign * z - sign * y) * (denominator c * denominator d)) by (apply Z.mul_nonneg_nonneg; nia). nia.
      + split; [right; left; reflexivity|]. cbn [guard].
        rewrite !both_means, compare_means, combine_value, <- Vc, <- Vd by auto.
        split; [auto|].
        assert (0 <= (sign * y - sign * z) * (denominator c * denominator d)) by (apply Z.mul_nonneg_nonneg; nia). nia.
  Qed.

  Lemma map_some_in {A B} (f : A -> option B) l : forall m, map_some f l = Some m ->
    (forall c, In c m -> exists a, In a l /\ f a = Some c) /\ (forall a, In a l -> exists c, In c m /\ f a = Some c).
  Proof.
    induction l as [|a l IH]; cbn; intros m H.
    - injection H as <-. split; intros _ [].
    - destruct (f a) as [c|] eqn:E; [|discriminate]. destruct (map_some f l) as [l'|]; [|discriminate].
      injection H as <-. destruct (IH l' eq_refl) as [I J]. split.
      + intros d [<-|Hd]; [eauto|]. destruct (I d Hd) as (u & Hu & Eu). eauto.
      + intros u [<-|Hu]; [eauto using in_eq|]. destruct (J u Hu) as (d & Hd & Ed). eauto using in_cons.
  Qed.

  Lemma residue_right c m r z v : 0 < denominator c -> 0 < m -> z * denominator c = linear_value (over c) v ->
    residue_of c m = Some r -> linear_value r v = z mod m * denominator c.
  Proof.
    unfold residue_of. destruct (residues (over c)) eqn:E; [|discriminate]. intros Pc Pm V [= <-].
    unfold linear_value in *. rewrite E in V. cbn [parts constant residues dot residues_value] in *.
    unfold residue_value. cbn [r_form r_constant modulus].
    replace (dot (parts (over c)) v + constant (over c)) with (denominator c * z) by lia.
    rewrite Z.mul_mod_distr_l by lia. lia.
  Qed.

  Lemma cases_right t v : forall cs, cases t = Some cs -> right cs (value t v) v.
  Proof.
    induction t as [i|z|t IHt u IHu|t IHt u IHu|z t IH|t IH m|t IH m|t IHt u IHu|t IHt u IHu|t IH];
      cbn [cases value]; intros cs H.
    - injection H as <-. split; [intros c [<-|[]]; cbn|exists (Case Yes (Linear [(1, i)] 0 []) 1); cbn; auto].
      split; [lia|]. intros _. unfold linear_value. cbn [over denominator parts constant residues dot residues_value]. lia.
    - injection H as <-. split; [intros c [<-|[]]; cbn|exists (Case Yes (Linear [] z []) 1); cbn; auto].
      split; [lia|]. intros _. unfold linear_value. cbn [over denominator parts constant residues dot residues_value]. lia.
    - destruct (cases t), (cases u); try discriminate. injection H as <-.
      replace (value t v + value u v) with (value t v + 1 * value u v) by lia. apply sum_right; auto.
    - destruct (cases t), (cases u); try discriminate. injection H as <-.
      replace (value t v - value u v) with (value t v + -1 * value u v) by lia. apply sum_right; auto.
    - destruct (cases t) as [l|]; [|discriminate]. injection H as <-. destruct (IH l eq_refl) as [R (c & Hc & Gc)]. split.
      + intros d Hd. apply in_map_iff in Hd as (e & <- & He). destruct (R e He) as [P V]. cbn [guard over denominator].
        split; auto. intro G. rewrite combine_value, <- (V G). lia.
      + eexists. split; [apply in_map; eassumption|]. exact Gc.
    - destruct (cases t) as [l|]; [|discriminate]. destruct (Z.ltb_spec 0 m) as [Pm|]; [|discriminate].
      destruct (IH l eq_refl) as [R (c & Hc & Gc)]. apply map_some_in in H as [I J]. split.
      + intros d Hd. destruct (I d Hd) as (e & He & E). destruct (R e He) as [P V].
        destruct (residue_of e m) as [r|] eqn:Er; [|discriminate]. injection E as <-. cbn [guard over denominator].
        split; [nia|]. intro G. rewrite combine_value, (residue_right e m r (value t v) v), <- (V G) by auto.
        pose proof (Z.div_mod (value t v) m). nia.
      + destruct (J c Hc) as (d & Hd & E). exists d. split; auto.
        destruct (residue_of c m); [|discriminate]. injection E as <-. exact Gc.
    - destruct (cases t) as [l|]; [|discriminate]. destruct (Z.ltb_spec 0 m) as [Pm|]; [|discriminate].
      destruct (IH l eq_refl) as [R (c & Hc & Gc)]. apply map_some_in in H as [I J]. split.
      + intros d Hd. destruct (I d Hd) as (e & He & E). destruct (R e He) as [P V].
        destruct (residue_of e m) as [r|] eqn:Er; [|discriminate]. injection E as <-. cbn [guard over denominator].
        split; [auto|]. intro G. now rewrite (residue_right e m r (value t v) v) by auto.
      + destruct (J c Hc) as (d & Hd & E). exists d. split; auto.
        destruct (residue_of c m); [|discriminate]. injection E as <-. exact Gc.
    - destruct (cases t), (cases u); try discriminate. injection H as <-.
      apply (extreme_right 1 _ _ (value t v) (value u v)); auto.
    - destruct (cases t), (cases u); try discriminate. injection H as <-.
      apply (extreme_right (-1) _ _ (value t v) (value u v)); auto.
    - destruct (cases t) as [l|]; [|discriminate]. injection H as <-.
      apply (extreme_right (-1) _ _ (value t v) (- value t v)); auto; [right; split; lia|].
      destruct (IH l eq_refl) as [R (c & Hc & Gc)]. split.
      + intros d Hd. apply in_map_iff in Hd as (e & <- & He). destruct (R e He) as [P V]. cbn [opposite guard over denominator].
        split; auto. intro G. rewrite combine_value, <- (V G). lia.
      + eexists. split; [apply in_map; eassumption|]. exact Gc.
  Qed.

  (** * Conditions *)
  Definition some_case (is_zero : bool) (less : Z) (cs : list case) : cond :=
    fold_right (fun c f =>
      either (both (guard c) (compare (combine_linear 1 (over c) (- less * denominator c) (Linear [] 1 [])) is_zero)) f)
      (No Yes) cs.

  Lemma some_case_means z less cs y v : right cs y v ->
    (means (some_case z less cs) v <-> if z then y = less else less <= y).
  Proof.
    intros [R (c & Hc & Gc)].
    assert (K : means (some_case z less cs) v <->
      exists c, In c cs /\ means (guard c) v /\ if z then y * denominator c = less * denominator c
                                               else less * denominator c <= y * denominator c).
    { clear c Hc Gc. induction cs as [|c cs IH]; cbn [some_case fold_right].
      - cbn. split; [tauto|intros (c & [] & _)].
      - fold (some_case z less cs). rewrite either_means, both_means, compare_means, combine_value, IH by (intros d Hd; apply R; now right).
        assert (E : means (guard c) v -> linear_value (over c) v = y * denominator c).
        { intro G. symmetry. apply R; auto using in_eq. }
        unfold linear_value at 2 4. cbn [parts constant residues dot residues_value]. split.
        + intros [[G H]|(d & Hd & H)].
          * exists c. split; [now left|]. split; auto. rewrite E in H by auto. destruct z; lia.
          * exists d. split; [now right|auto].
        + intros (d & [<-|Hd] & G & H); [left|right; eauto]. split; auto. rewrite E by auto. destruct z; lia. }
    rewrite K. split.
    - intros (d & Hd & _ & H). destruct (R d Hd) as [P _]. destruct z; nia.
    - intro H. exists c. split; auto. split; auto. destruct z; [now f_equal|]. destruct (R c Hc). nia.
  Qed.

  Fixpoint compile (c : condition) : option cond :=
    match c with
    | Always => Some Yes
    | Le t u => option_map (some_case false 0) (cases (Sub u t))
    | Lt t u => option_map (some_case false 1) (cases (Sub u t))
    | Eq t u => option_map (some_case true 0) (cases (Sub u t))
    | Power t p =>
        match cases t with
        | Some [Case Yes (Linear [(1, i)] 0 []) 1] =>
            match b with InBase b => if p =? Z.of_N b then Some (IsPower i) else None | InWords _ => None end
        | _ => None
        end
    | And c d => match compile c, compile d with Some f, Some g => Some (both f g) | _, _ => None end
    | Or c d => match compile c, compile d with Some f, Some g => Some (either f g) | _, _ => None end
    | Not c => option_map negated (compile c)
    end.

  Theorem compile_sound c : forall f, compile c = Some f -> forall v, means f v <-> holds c v.
  Proof.
    induction c as [|t u|t u|t u|t p|c IHc d IHd|c IHc d IHd|c IH]; cbn [compile holds]; intros f H v.
    - injection H as <-. cbn. tauto.
    - destruct (cases (Sub u t)) as [cs|] eqn:E; [|discriminate]. injection H as <-.
      rewrite (some_case_means false 0 cs (value (Sub u t) v)) by (now apply cases_right). cbn [value]. lia.
    - destruct (cases (Sub u t)) as [cs|] eqn:E; [|discriminate]. injection H as <-.
      rewrite (some_case_means false 1 cs (value (Sub u t) v)) by (now apply cases_right). cbn [value]. lia.
    - destruct (cases (Sub u t)) as [cs|] eqn:E; [|discriminate]. injection H as <-.
      rewrite (some_case_means true 0 cs (value (Sub u t) v)) by (now apply cases_right). cbn [value]. lia.
    - destruct (cases t) as [cs|] eqn:E; [|discriminate].
      assert (K : exists i b', b = InBase b' /\ cs = [Case Yes (Linear [(1, i)] 0 []) 1] /\ p = Z.of_N b' /\ f = IsPower i).
      { destruct cs as [|[[] [fo [| |] [|]] de] [|]]; try discriminate;
          destruct fo as [|[[|[| |]|] i] [|]]; try discriminate; destruct de as [|[| |]|]; try discriminate.
        destruct b as [b'|]; [|discriminate]. destruct (Z.eqb_spec p (Z.of_N b')) as [->|]; [|discriminate].
        injection H as <-. exists i, b'. auto. }
      destruct K as (i & b' & Eb & -> & -> & ->). destruct (cases_right t v _ E) as [R _].
      destruct (R _ (or_introl eq_refl)) as [_ V]. specialize (V I). cbn [denominator over] in V.
      unfold linear_value in V. cbn [parts constant residues dot residues_value] in V.
      rewrite Eb. cbn [Numerations.means]. split.
      + intros [e He]. exists (Z.of_N e). split; [lia|]. rewrite He, N2Z.inj_pow in V. lia.
      + intros (e & Pe & He). exists (Z.to_N e). apply N2Z.inj. rewrite N2Z.inj_pow, Z2N.id by auto. lia.
    - destruct (compile c), (compile d); try discriminate. injection H as <-.
      rewrite both_means, (IHc _ eq_refl), (IHd _ eq_refl). tauto.
    - destruct (compile c), (compile d); try discriminate. injection H as <-.
      rewrite either_means, (IHc _ eq_refl), (IHd _ eq_refl). tauto.
    - destruct (compile c); [|discriminate]. injection H as <-. rewrite negated_means, (IH _ eq_refl). tauto.
  Qed.
End Compile.
