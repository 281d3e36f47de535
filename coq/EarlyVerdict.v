(** Early verdicts: whether a condition is true or false for all digits that may follow.

    If one conjunct is certainly false, the other conjuncts are not evaluated. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits RecurrentWeights WeightedForms CarryState DigitConditions.
Import ListNotations.
Local Open Scope Z_scope.

Section Sure.
  Context (b : N).

  (** Whether every symbol leads from state q of an automaton back to q. *)
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

  (** [width] is the number of components of the state of a condition. [steps] computes the state after one more column.
      The result of [steps] is [None] if a conjunct is certainly false, in which case the other conjuncts are not
      evaluated. *)
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
    | _ => Some (step b f ds s (fun _ => []))
    end.

  (** * Correctness *)
  Hypothesis base : (1 < b)%N.

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
    | IsPower i => if power_state b L (nth i v 0%N) =? 2 then Some false else None
    | Member a places => let q := run b a L (pick 0%N places v) in if loops a q then Some (accepting a q) else None
    | Both f g => both_sure (certain f L v) (certain g L v)
    | Either f g => option_map negb (both_sure (option_map negb (certain f L v)) (option_map negb (certain g L v)))
    | No f => option_map negb (certain f L v)
    end.

  Lemma sure_known f : fine b f = true -> forall L v rest, sure f (known b f L v ++ rest) = (certain f L v, rest).
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

  Theorem certain_stays f : fine b f = true -> forall L v t, certain f L (shorter b v) = Some t -> certain f (S L) v = Some t.
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH]; cbn [fine certain]; intros H L v.
    - auto.
    - rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in H. destruct H as ((((((H1 & H2) & H3) & H4) & _) & _) & _).
      intros t. rewrite (dot_step b base f v). pose proof (dot_digits_bounds b base f _ (small_last b base v)).
      pose proof (up_nonneg f); pose proof (down_nonneg f).
      set (e := dot_digits _ _) in *. set (r := dot _ _). set (B := Z.of_N b) in *. assert (1 < B) by lia. clearbody e r B.
      clamps; congruence.
    - intro t. now apply weighed_sure_stays.
    - cbn [power_state].
      replace (nth i (shorter b v) 0%N) with (nth i v 0 / b)%N
        by (symmetry; unfold shorter; change 0%N with (0 / b)%N at 1; apply (map_nth (fun n => (n / b)%N))).
      intro t. destruct (Z.eqb_spec (power_state b L (nth i v 0 / b)%N) 2) as [->|_]; [cbn; auto|discriminate].
    - intros t. rewrite run_step, shorter_pick. set (q := run b a L _).
      destruct (loops a q) eqn:E; [|discriminate]. now rewrite (loops_next a q _ E), E.
    - apply andb_true_iff in H as [H1 H2]. apply both_sure_stays; auto.
    - apply andb_true_iff in H as [H1 H2]. apply negb_stays, both_sure_stays; apply negb_stays; auto.
    - apply negb_stays. auto.
  Qed.

  Theorem certain_true f : fine b f = true -> forall L v, below b L v ->
    (certain f L v = Some true -> means b f v) /\ (certain f L v = Some false -> ~ means b f v).
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH]; cbn [fine certain means]; intros H L v Hb.
    - split; [auto|discriminate].
    - rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in H. destruct H as ((((((H1 & H2) & H3) & H4) & H5) & H6) & H7).
      pose proof (residues_bounds rs v H7). set (R := residues_value rs v) in *. set (r := dot f v). clearbody R r.
      destruct is_zero; cbn [negb]; clamps; split; intros; try discriminate; try lia.
    - split; intro E; apply (weighed_sure_right b w f c is_zero base H L v _ Hb) in E; intuition congruence.
    - destruct (Z.eqb_spec (power_state b L (nth i v 0%N)) 2) as [E|_]; split; try discriminate. intros _ [e He].
      assert (Hn : (nth i v 0 < b ^ N.of_nat L)%N).
      { destruct (nth_in_or_default i v 0%N) as [Hi| ->].
        - unfold below in Hb. rewrite Forall_forall in Hb. auto.
        - pose proof (N.pow_nonzero b (N.of_nat L)). lia. }
      destruct (power_state_spec b base L _ Hn) as [[? _]|[[? _]|[_ [_ K]]]]; first [congruence|now apply (K e)].
    - apply Pos.eqb_eq in H.
      rewrite (accepts_run b base a (length places) H L); [|apply length_pick|now apply below_pick].
      destruct (loops a _); split; intros [= E]; congruence.
    - apply andb_true_iff in H as [H1 H2]. specialize (IHf H1 L v Hb). specialize (IHg H2 L v Hb).
      destruct (certain f L v) as [[]|], (certain g L v) as [[]|]; cbn [both_sure]; split; intros [=]; tauto.
    - apply andb_true_iff in H as [H1 H2]. specialize (IHf H1 L v Hb). specialize (IHg H2 L v Hb).
      destruct (certain f L v) as [[]|], (certain g L v) as [[]|]; cbn; split; intros [=]; tauto.
    - specialize (IH H L v Hb). destruct (certain f L v) as [[]|]; cbn; split; intros [=]; tauto.
  Qed.

  Lemma hopeless_stays f L v : fine b f = true ->
    hopeless f (known b f L (shorter b v)) = true -> hopeless f (known b f (S L) v) = true.
  Proof.
    intros H. unfold hopeless.
    rewrite <- (app_nil_r (known b f L _)), <- (app_nil_r (known b f (S L) _)), !sure_known by auto. cbn [fst].
    destruct (certain f L (shorter b v)) as [[]|] eqn:E; try discriminate. now rewrite (certain_stays f H L v _ E).
  Qed.

  Lemma hopeless_false f L v : fine b f = true -> below b L v -> hopeless f (known b f L v) = true -> ~ means b f v.
  Proof.
    intros H Hb. unfold hopeless. rewrite <- (app_nil_r (known b f L v)), sure_known by auto. cbn [fst].
    destruct (certain f L v) as [[]|] eqn:E; try discriminate. intros _. now apply (certain_true f H L v Hb).
  Qed.

  (** ** Correctness of steps that stop early *)
  Lemma length_known f : fine b f = true -> forall L v, length (known b f L v) = width f.
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH];
      cbn [fine known width length]; intros H L v; auto.
    - now rewrite len_map.
    - now apply length_weighed.
    - apply andb_true_iff in H as [H1 H2]. rewrite len_app. auto.
    - apply andb_true_iff in H as [H1 H2]. rewrite len_app. auto.
  Qed.

  Lemma hopeless_both f g L v : fine b f = true -> fine b g = true ->
    hopeless f (known b f L v) = true \/ hopeless g (known b g L v) = true -> hopeless (Both f g) (known b (Both f g) L v) = true.
  Proof.
    intros Ff Fg. unfold hopeless. cbn [known sure]. rewrite (sure_known f Ff).
    rewrite <- (app_nil_r (known b f L v)), <- (app_nil_r (known b g L v)), !sure_known by auto. cbn [fst].
    destruct (certain f L v) as [[]|], (certain g L v) as [[]|]; intros [|]; congruence.
  Qed.

  Theorem steps_known f : fine b f = true -> forall L v rest,
    match steps f (last_digits b v) (known b f L (shorter b v) ++ rest) with
    | Some t => t = known b f (S L) v
    | None => hopeless f (known b f (S L) v) = true
    end.
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH]; intros H L v rest;
      try (cbn [steps]; rewrite (known_step b base _ H); apply app_nil_r).
    cbn [fine] in H. apply andb_true_iff in H as [H1 H2]. cbn [steps known]. rewrite <- app_assoc.
    specialize (IHf H1 L v (known b g L (shorter b v) ++ rest)). destruct (steps f _ _) as [t|]; [|apply hopeless_both; auto].
    subst t. destruct (hopeless f (known b f (S L) v)) eqn:E; [apply hopeless_both; auto|].
    rewrite <- (length_known f H1 L (shorter b v)), skipn_app, Nat.sub_diag, skipn_all. cbn [app skipn].
    specialize (IHg H2 L v rest). destruct (steps g _ _) as [u|]; [now subst|apply hopeless_both; auto].
  Qed.
End Sure.
