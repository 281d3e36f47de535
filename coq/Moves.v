(** Moves given by guesses: numbers that an automaton guesses while it reads a position, and that determine the option.

    The guesses need not be the choices of the mover. For the option (a - k, b + k, c), the guesses are its first two
    piles, and k is the decrease of the first pile. A hint contains the choices as terms in the guesses, the indices of
    the entries of the option, and the origin of each guess. Coq checks the hints. *)
From Coq Require Import NArith ZArith List Bool Lia.
From Sprague Require Import Game Lists DigitConditions WeightedForms Numerations Compile.
Import ListNotations.
Local Open Scope Z_scope.

(** * Substitution of terms for numbers *)
Fixpoint put (s : list term) (t : term) : term :=
  match t with
  | Var i => nth i s (Num 0)
  | Num z => Num z
  | Add t u => Add (put s t) (put s u)
  | Sub t u => Sub (put s t) (put s u)
  | Times z t => Times z (put s t)
  | Div t m => Div (put s t) m
  | Mod t m => Mod (put s t) m
  | Min t u => Min (put s t) (put s u)
  | Max t u => Max (put s t) (put s u)
  | Abs t => Abs (put s t)
  end.

Fixpoint put_in (s : list term) (c : condition) : condition :=
  match c with
  | Always => Always
  | Le t u => Le (put s t) (put s u)
  | Lt t u => Lt (put s t) (put s u)
  | Eq t u => Eq (put s t) (put s u)
  | Power t b => Power (put s t) b
  | And c d => And (put_in s c) (put_in s d)
  | Or c d => Or (put_in s c) (put_in s d)
  | Not c => Not (put_in s c)
  end.

Definition stands (s : list term) (v w : list N) : Prop := forall i, value (nth i s (Num 0)) v = Z.of_N (nth i w 0%N).

Lemma put_value s v w t : stands s v w -> value (put s t) v = value t w.
Proof. intro H. induction t; cbn; auto; congruence. Qed.

Lemma put_holds s v w c : stands s v w -> (holds (put_in s c) v <-> holds c w).
Proof. intro H. induction c; cbn; rewrite ?(put_value s v w) by auto; tauto. Qed.

Definition entries_and (n : nat) (ts : list term) : list term := map Var (seq 0 n) ++ ts.

Lemma stands_app n ts x g k : length x = n -> length ts = length k ->
  (forall i, (i < length ts)%nat -> value (nth i ts (Num 0)) (x ++ g) = Z.of_N (nth i k 0%N)) ->
  stands (entries_and n ts) (x ++ g) (x ++ k).
Proof.
  intros lx lt H i. unfold entries_and.
  destruct (Nat.lt_ge_cases i n) as [L|L].
  - rewrite app_nth1 by (now rewrite len_map, len_seq). rewrite (nth_indep _ (Num 0) (Var 0)) by (now rewrite len_map, len_seq).
    rewrite (map_nth Var), seq_nth by auto. cbn [value]. rewrite !app_nth1 by lia. f_equal.
  - rewrite app_nth2; rewrite len_map, len_seq; [|lia]. rewrite (app_nth2 x k) by lia. rewrite lx.
    destruct (Nat.lt_ge_cases (i - n) (length ts)) as [L'|L']; [now apply H|].
    rewrite !nth_overflow by lia. reflexivity.
Qed.

(** * Conditions of rules that are never true *)
Definition never_holds (b : numeration) (n : nat) (c : condition) : bool :=
  match compile b c with Some f => never b n f | None => false end.

Lemma never_holds_sound b n c : never_holds b n c = true -> forall v, length v = n -> ~ holds c v.
Proof.
  unfold never_holds. destruct (compile b c) as [f|] eqn:E; [|discriminate]. intros H v len.
  rewrite <- (compile_sound b c f E). now apply (never_sound b n f).
Qed.

Lemma always_equal b n t u : never_holds b n (Not (Eq t u)) = true -> forall v, length v = n -> value t v = value u v.
Proof. intros H v len. apply never_holds_sound with (v := v) in H; auto. cbn in H. lia. Qed.

(** * Renaming of the indices in a condition *)
Section Rename.
  Context (far : nat) (p : list nat).
  Definition place (i : nat) : nat := nth i p far.
  Definition rename_form : form -> form := map (fun ci : Z * nat => (fst ci, place (snd ci))).

  Fixpoint rename (f : cond) : cond :=
    match f with
    | Yes => Yes
    | Fact f c rs z low high =>
        Fact (rename_form f) c
          (map (fun r => (fst r, Residue (rename_form (r_form (snd r))) (r_constant (snd r)) (modulus (snd r)))) rs) z low high
    | Weighed w f c z => Weighed w (rename_form f) c z
    | IsPower i => IsPower (place i)
    | Member a places => Member a (map place places)
    | Both f g => Both (rename f) (rename g)
    | Either f g => Either (rename f) (rename g)
    | No f => No (rename f)
    end.

  Lemma place_nth v i : (length v <= far)%nat -> nth (place i) v 0%N = nth i (pick 0%N p v) 0%N.
  Proof.
    intro H. unfold place, pick. destruct (Nat.lt_ge_cases i (length p)) as [L|L].
    - rewrite (nth_indep (map _ p) 0%N (nth far v 0%N)) by (now rewrite len_map).
      symmetry. apply (map_nth (fun j => nth j v 0%N)).
    - rewrite (nth_overflow p) by auto. rewrite !nth_overflow; auto. now rewrite len_map.
  Qed.

  Lemma rename_dot f v : (length v <= far)%nat -> dot (rename_form f) v = dot f (pick 0%N p v).
  Proof. intro H. induction f as [|[c i] f IH]; cbn [rename_form map dot fst snd]; auto. fold (rename_form f). now rewrite IH, place_nth. Qed.

  Lemma rename_weigh g f v : (length v <= far)%nat -> weigh g (rename_form f) v = weigh g f (pick 0%N p v).
  Proof. intro H. induction f as [|[c i] f IH]; cbn [rename_form map weigh fst snd]; auto. fold (rename_form f). now rewrite IH, place_nth. Qed.

  Lemma rename_means b f v : (length v <= far)%nat -> (means b (rename f) v <-> means b f (pick 0%N p v)).
  Proof.
    intro H. induction f as [|f c rs z low high|w f c z|i|a places|f IHf g IHg|f IHf g IHg|f IH]; cbn [rename means]; try tauto.
    - rewrite rename_dot by auto.
      replace (residues_value (map _ rs) v) with (residues_value rs (pick 0%N p v)); [tauto|].
      induction rs as [|[k r] rs IH]; cbn [map residues_value fst snd]; auto. rewrite IH.
      unfold residue_value. cbn [r_form r_constant modulus]. now rewrite rename_dot.
    - destruct b; [|tauto]. unfold weighed_means. rewrite rename_weigh by auto. tauto.
    - destruct b; [|tauto]. rewrite place_nth by auto. tauto.
    - replace (pick 0%N (map place places) v) with (pick 0%N places (pick 0%N p v)); [tauto|].
      unfold pick at 1 3. rewrite map_map. apply map_ext. intro i. symmetry. now apply place_nth.
  Qed.
End Rename.

(** * Hints *)
Inductive source := Choice (i : nat) | Entry (j : nat).

(** A hint contains the choices as terms in the entries and the guesses, the indices of the entries of the option, and
    the origin of each guess. *)
Record hint := Hint { chosen : list term; reached : list nat; guess : list source }.

Definition all_of : list condition -> condition := fold_right And Always.

Lemma holds_all cs v : holds (all_of cs) v <-> Forall (fun c => holds c v) cs.
Proof. induction cs as [|c cs IH]; cbn; [split; auto|]. rewrite IH, Forall_cons_iff. tauto. Qed.

Section Guess.
  Context (b : numeration) (n : nat) (w : written) (h : hint).

  Definition arrives (s : list term) : list condition :=
    map (fun ti : term * nat => Eq (Var (snd ti)) (put s (fst ti))) (combine (target w) (reached h)).

  Definition guess_condition : condition :=
    let s := entries_and n (chosen h) in
    And (put_in s (legal w)) (And (all_of (map (fun t => Le (Num 0) t) (chosen h))) (all_of (arrives s))).

  Definition source_term (s : source) : term :=
    match s with Choice i => Var (n + i) | Entry j => nth j (target w) (Num 0) end.
  Definition source_ok (s : source) : bool :=
    match s with Choice i => (i <? choices w)%nat | Entry j => (j <? n)%nat end.

  Definition hint_ok : bool :=
    let s := entries_and n (map source_term (guess h)) in
    (length (chosen h) =? choices w)%nat && (length (target w) =? n)%nat && (length (reached h) =? n)%nat
    && forallb source_ok (guess h)
    && forallb (fun i => never_holds b (n + choices w) (Not (Eq (put s (nth i (chosen h) (Num 0))) (Var (n + i)))))
         (seq 0 (choices w))
    && forallb (fun j => never_holds b (n + choices w)
                  (Not (Eq (put s (Var (nth j (reached h) 0%nat))) (nth j (target w) (Num 0))))) (seq 0 n).

  Hypothesis ok : hint_ok = true.

  Lemma Forall2_nth {A B} (P : A -> B -> Prop) l m d e : Forall2 P l m -> forall i, (i < length l)%nat -> P (nth i l d) (nth i m e).
  Proof. induction 1; cbn; intros [|i] H1; try lia; auto. apply IHForall2. lia. Qed.

  Lemma Forall2_len {A B} (P : A -> B -> Prop) l m : Forall2 P l m -> length l = length m.
  Proof. induction 1; cbn; auto. Qed.

  Theorem guess_forward x y : length x = n -> written_move w x y -> exists g, length g = length (guess h) /\
    holds guess_condition (x ++ g) /\ pick 0%N (reached h) (x ++ g) = y.
  Proof.
    unfold hint_ok in ok. rewrite !andb_true_iff, !Nat.eqb_eq in ok. destruct ok as (((((L1 & L2) & L3) & So) & Ch) & Re).
    intros lx (k & lk & Le & Ta). pose proof (Forall2_len _ _ _ Ta) as ly. rewrite L2 in ly.
    set (num := fun s => match s with Choice i => nth i k 0%N | Entry j => nth j y 0%N end).
    set (g := map num (guess h)). exists g. split; [apply len_map|].
    assert (Num : forall s, source_ok s = true -> value (source_term s) (x ++ k) = Z.of_N (num s)).
    { intros [i|j] H; cbn in *; apply Nat.ltb_lt in H.
      - rewrite app_nth2 by lia. do 2 f_equal. lia.
      - apply (Forall2_nth _ _ _ (Game.Num 0) 0%N Ta). lia. }
    assert (St : stands (entries_and n (map source_term (guess h))) (x ++ k) (x ++ g)).
    { apply stands_app; auto; [unfold g; now rewrite !len_map|]. rewrite len_map. intros i Hi.
      rewrite (nth_indep _ (Game.Num 0) (source_term (Choice 0))) by (now rewrite len_map). rewrite (map_nth source_term).
      unfold g. rewrite (nth_indep _ 0%N (num (Choice 0))) by (now rewrite len_map). rewrite (map_nth num).
      apply Num. apply (forallb_in _ _ _ So). now apply nth_In. }
    assert (lxk : length (x ++ k) = (n + choices w)%nat) by (rewrite len_app; lia).
    assert (St2 : stands (entries_and n (chosen h)) (x ++ g) (x ++ k)).
    { apply stands_app; auto; [lia|]. intros i Hi. rewrite <- (put_value _ _ _ _ St).
      assert (Hs : In i (seq 0 (choices w))) by (apply in_seq; lia). apply (forallb_in _ _ _ Ch) in Hs.
      rewrite (always_equal _ _ _ _ Hs _ lxk). cbn [value]. rewrite app_nth2 by lia. do 2 f_equal. lia. }
    assert (Ar : forall j, (j < n)%nat -> nth (nth j (reached h) 0%nat) (x ++ g) 0%N = nth j y 0%N).
    { intros j Hj. assert (Hs : In j (seq 0 n)) by (apply in_seq; lia). apply (forallb_in _ _ _ Re) in Hs.
      apply N2Z.inj. change (Z.of_N (nth (nth j (reached h) 0%nat) (x ++ g) 0%N)) with (value (Var (nth j (reached h) 0%nat)) (x ++ g)).
      rewrite <- (put_value _ _ _ _ St), (always_equal _ _ _ _ Hs _ lxk).
      apply (Forall2_nth _ _ _ (Game.Num 0) 0%N Ta). lia. }
    split.
    - split; [now apply (put_holds _ _ _ _ St2)|]. split; rewrite holds_all; apply Forall_forall; intros c Hc.
      + apply in_map_iff in Hc as (t & <- & Ht). cbn [holds value]. apply In_nth with (d := Game.Num 0) in Ht as (i & Hi & <-).
        specialize (St2 (n + i)%nat). unfold entries_and in St2. rewrite app_nth2 in St2 by (rewrite len_map, len_seq; lia).
        rewrite len_map, len_seq in St2.
        replace (n + i - n)%nat with i in St2 by lia. rewrite St2. lia.
      + unfold arrives in Hc. apply in_map_iff in Hc as ([t i] & <- & Hti). cbn [holds value fst snd].
        apply In_nth with (d := (Game.Num 0, 0%nat)) in Hti as (j & Hj & E). rewrite len_combine in Hj by congruence.
        rewrite combine_nth in E by congruence. injection E as <- <-.
        rewrite (put_value _ _ _ _ St2), Ar by lia. symmetry. apply (Forall2_nth _ _ _ (Game.Num 0) 0%N Ta). lia.
    - apply (nth_ext _ _ 0%N 0%N); [rewrite length_pick; congruence|]. rewrite length_pick. intros j Hj.
      unfold pick. rewrite (nth_indep _ 0%N (nth 0 (x ++ g) 0%N)) by (now rewrite len_map).
      rewrite (map_nth (fun i => nth i (x ++ g) 0%N)). apply Ar. lia.
  Qed.

  Theorem guess_back x g : length x = n -> length g = length (guess h) -> holds guess_condition (x ++ g) ->
    written_move w x (pick 0%N (reached h) (x ++ g)).
  Proof.
    unfold hint_ok in ok. rewrite !andb_true_iff, !Nat.eqb_eq in ok. destruct ok as (((((L1 & L2) & L3) & _) & _) & _).
    intros lx lg (Le & Na & Ar). rewrite holds_all in Na, Ar.
    set (k := map (fun t => Z.to_N (value t (x ++ g))) (chosen h)).
    assert (St : stands (entries_and n (chosen h)) (x ++ g) (x ++ k)).
    { apply stands_app; auto; [unfold k; now rewrite len_map|]. intros i Hi. unfold k.
      rewrite (nth_indep _ 0%N (Z.to_N (value (Num 0) (x ++ g)))) by (now rewrite len_map).
      rewrite (map_nth (fun t => Z.to_N (value t (x ++ g)))). rewrite Z2N.id; auto.
      rewrite Forall_map, Forall_forall in Na. apply (Na (nth i (chosen h) (Num 0))). now apply nth_In. }
    exists k. split; [unfold k; rewrite len_map; auto|]. split; [now apply (put_holds _ _ _ _ St)|].
    unfold arrives in Ar. rewrite Forall_map in Ar.
    assert (H : forall (ts : list term) is, length ts = length is ->
      Forall (fun ti : term * nat => holds (Eq (Var (snd ti)) (put (entries_and n (chosen h)) (fst ti))) (x ++ g)) (combine ts is) ->
      Forall2 (fun t m => value t (x ++ k) = Z.of_N m) ts (pick 0%N is (x ++ g))).
    { clear -St. induction ts as [|t ts IH]; intros [|i is]; cbn [length combine pick map]; try discriminate; [constructor|].
      intros [= E] F. apply Forall_cons_iff in F as [F1 F2]. constructor; [|now apply IH].
      cbn [holds value fst snd] in F1. now rewrite (put_value _ _ _ _ St) in F1. }
    apply H; auto. congruence.
  Qed.
End Guess.
