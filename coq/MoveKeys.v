(** The keys of a move: sums of entries on which the possible options depend.

    For example, if a move redistributes chips over all entries, the options of a position depend only on a few sums of
    entries. In this case, the set of positions after the move is first reduced to a set of keys, and a position before
    the move is then checked only by its keys. Two small checks replace a large one. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits WeightedForms DigitWords DigitConditions StateSearch Numerations Compile Moves.
Import ListNotations.
Local Open Scope Z_scope.

(** * Conditions that depend only on the numbers with certain indices *)
Fixpoint within (ok : nat -> bool) (f : cond) : bool :=
  match f with
  | Yes => true
  | Fact f _ rs _ _ _ => forallb (fun p => ok (snd p)) f && forallb (fun r => forallb (fun p => ok (snd p)) (r_form (snd r))) rs
  | Weighed _ f _ _ => forallb (fun p => ok (snd p)) f
  | IsPower i => ok i
  | Member _ places => forallb ok places
  | Both f g | Either f g => within ok f && within ok g
  | No f => within ok f
  end.

Lemma within_dot ok f v w : (forall i, ok i = true -> nth i v 0%N = nth i w 0%N) ->
  forallb (fun p : Z * nat => ok (snd p)) f = true -> dot f v = dot f w.
Proof.
  intro H. induction f as [|[c i] f IH]; cbn [forallb dot snd]; auto. rewrite andb_true_iff. intros [Hi Hf].
  now rewrite (H i Hi), IH.
Qed.

Lemma within_weigh ok h f v w : (forall i, ok i = true -> nth i v 0%N = nth i w 0%N) ->
  forallb (fun p : Z * nat => ok (snd p)) f = true -> weigh h f v = weigh h f w.
Proof.
  intro H. induction f as [|[c i] f IH]; cbn [forallb weigh snd]; auto. rewrite andb_true_iff. intros [Hi Hf].
  now rewrite (H i Hi), IH.
Qed.

Lemma within_means b ok f v w : (forall i, ok i = true -> nth i v 0%N = nth i w 0%N) -> within ok f = true ->
  (means b f v <-> means b f w).
Proof.
  intro H. induction f as [|f c rs z low high|w' f c z|i|a places|f IHf g IHg|f IHf g IHg|f IH]; cbn [within means];
    rewrite ?andb_true_iff; try tauto.
  - intros [Hf Hr]. rewrite (within_dot ok f v w H Hf). replace (residues_value rs v) with (residues_value rs w); [tauto|].
    induction rs as [|[k r] rs IH]; cbn [residues_value forallb snd] in *; auto. rewrite andb_true_iff in Hr. destruct Hr as [H1 H2].
    rewrite IH by auto. unfold residue_value. now rewrite (within_dot ok (r_form r) v w H H1).
  - intro Hf. destruct b; [|tauto]. unfold weighed_means. rewrite (within_weigh ok _ f v w H Hf). tauto.
  - intro Hi. destruct b; [|tauto]. now rewrite (H i Hi).
  - intro Hp. replace (pick 0%N places v) with (pick 0%N places w); [tauto|]. unfold pick. apply map_ext_in.
    intros i Hi. symmetry. apply H. exact (forallb_in _ _ _ Hp Hi).
Qed.

Definition every : list cond -> cond := fold_right both Yes.

Lemma every_means b fs v : means b (every fs) v <-> Forall (fun f => means b f v) fs.
Proof.
  induction fs as [|f fs IH]; cbn [every fold_right]; [cbn; split; auto|]. fold (every fs). rewrite both_means, IH, Forall_cons_iff. tauto.
Qed.

Fixpoint conjuncts (f : cond) : list cond := match f with Both f g => conjuncts f ++ conjuncts g | Yes => [] | f => [f] end.

Lemma conjuncts_means b f v : Forall (fun g => means b g v) (conjuncts f) <-> means b f v.
Proof.
  induction f as [|f c rs z low high|w' f c z|i|a places|f IHf g IHg|f IHf g IHg|f IH]; cbn [conjuncts];
    try (rewrite Forall_cons_iff; split; [tauto|auto]); [cbn; split; auto|].
  cbn [means]. now rewrite Forall_app, IHf, IHg.
Qed.

(** If f and the negation of g are never true together, f implies g. *)
Lemma never_without b n f g x : never b n (both f (No g)) = true -> length x = n -> means b f x -> means b g x.
Proof.
  intros H len Fx. assert (D : decidable b g = true).
  { destruct b as [b|s]; cbn [never decidable] in *.
    - unfold StateSearch.never in H. rewrite !andb_true_iff in *. destruct H as [[B H] _]. split; [exact B|].
      destruct f; cbn in H; rewrite ?andb_true_iff in H; tauto.
    - rewrite andb_true_iff in *. destruct H as [ok H]. split; [exact ok|].
      destruct (of_words (heft s) (both f (No g))) as [h|] eqn:E; [|discriminate].
      unfold StateSearch.never in H. rewrite !andb_true_iff in H. destruct H as [[_ H] _]. apply among_fine in H.
      destruct f; cbn [both of_words] in E; destruct (of_words (heft s) g) as [g'|]; cbn [option_map] in E;
        try destruct (of_words _ _); try discriminate;
        repeat match type of E with context [match ?o with _ => _ end] => destruct o; try discriminate end;
        injection E as <-; cbn [fine] in H; rewrite ?andb_true_iff in H; tauto. }
  destruct (means_dec b g x D) as [|K]; [auto|].
  exfalso. apply (never_sound b n _ H x len). rewrite both_means. now split.
Qed.

(** * The condition of a move, split at the keys of the move *)
Record split := Split { near : list cond; keys : list form; far : list cond }.

Section Keys.
  Context (b : numeration) (n m k : nat).   (* the numbers of entries, keys and guesses *)

  Definition opposite_form (f : form) : form := map (fun p => (- fst p, snd p)) f.
  Definition natural (f : form) : bool := forallb (fun p => 0 <=? fst p) f.

  (** If a linear form, or its negation, has only nonnegative factors, it is a key: return the key and its sign. *)
  Definition key_of (f : form) : option (form * Z) :=
    if natural f then Some (f, 1) else if natural (opposite_form f) then Some (opposite_form f, -1) else None.

  Definition here_part (f : form) : form := filter (fun p => snd p <? n)%nat f.
  Definition there_part (f : form) : form := map (fun p => (fst p, snd p - n + m)%nat) (filter (fun p => negb (snd p <? n)%nat) f).

  (** Add one condition to a split. *)
  Definition sort_in (f : cond) (s : option split) : option split :=
    match s with
    | None => None
    | Some s =>
        if within (fun i => i <? n)%nat f then Some (Split (f :: near s) (keys s) (far s))
        else if within (fun i => negb (i <? n))%nat f
        then Some (Split (near s) (keys s) (rename (m + k) (repeat 0%nat n ++ seq m k) f :: far s))
        else match f with
        | Fact f c [] z _ _ =>
            match key_of (here_part f) with
            | Some (key, sign) =>
                Some (Split (near s) (keys s ++ [key]) (fact ((sign, length (keys s)) :: there_part f) c [] z :: far s))
            | None => None
            end
        | _ => None
        end
    end.

  Definition split_at_keys (f : cond) : option split :=
    match fold_right sort_in (Some (Split [] [] [])) (conjuncts f) with
    | Some s => if (length (keys s) =? m)%nat then Some s else None
    | None => None
    end.

  Definition key_values (ks : list form) (x : list N) : list N := map (fun f => Z.to_N (dot f x)) ks.

  (** The condition that the numbers from index i on are the keys. *)
  Fixpoint keys_are (i : nat) (ks : list form) : cond :=
    match ks with [] => Yes | f :: ks => both (fact ((-1, i) :: f) 0 [] true) (keys_are (S i) ks) end.

  (** ** Correctness *)
  Lemma natural_dot f x : natural f = true -> 0 <= dot f x.
  Proof.
    unfold natural. induction f as [|[c i] f IH]; cbn [forallb dot fst]; [lia|]. rewrite andb_true_iff, Z.leb_le. intros [H1 H2].
    specialize (IH H2). nia.
  Qed.

  Lemma opposite_dot f x : dot (opposite_form f) x = - dot f x.
  Proof. unfold opposite_form. induction f as [|[c i] f IH]; cbn [map dot fst snd]; lia. Qed.

  Lemma key_right f key sign x : key_of f = Some (key, sign) -> natural key = true /\ dot f x = sign * dot key x.
  Proof.
    unfold key_of. destruct (natural f) eqn:E; [intros [= <- <-]; split; [auto|lia]|].
    destruct (natural (opposite_form f)) eqn:E'; [|discriminate]. intros [= <- <-]. rewrite opposite_dot. split; [auto|lia].
  Qed.

  Lemma parts_dot f x t g : length x = n -> length t = m ->
    dot f (x ++ g) = dot (here_part f) x + dot (there_part f) (t ++ g).
  Proof.
    intros lx lt. unfold here_part, there_part. induction f as [|[c i] f IH]; cbn [filter dot map snd]; [lia|].
    destruct (Nat.ltb_spec i n) as [L|L]; cbn [negb filter dot map fst snd]; rewrite IH.
    - rewrite app_nth1 by lia. lia.
    - rewrite !app_nth2 by lia. rewrite lx, lt. replace (i - n + m - m)%nat with (i - n)%nat by lia. lia.
  Qed.

  Definition holds_split (s : split) (x g t : list N) : Prop :=
    Forall (fun f => means b f x) (near s) /\ Forall (fun f => means b f (t ++ g)) (far s).

  Lemma sort_in_right fs s x g t : length x = n -> length g = k -> length t = m ->
    fold_right sort_in (Some (Split [] [] [])) fs = Some s -> (length (keys s) <= m)%nat ->
    (forall i, (i < length (keys s))%nat -> Z.of_N (nth i t 0%N) = dot (nth i (keys s) []) x) ->
    (Forall (fun f => means b f (x ++ g)) fs <-> holds_split s x g t).
  Proof.
    intros lx lg lt. revert s. induction fs as [|f fs IH]; cbn [fold_right]; intros s H M V.
    - injection H as <-. unfold holds_split. cbn. split; auto.
    - unfold sort_in in H at 1. destruct (fold_right sort_in _ fs) as [s'|]; [|discriminate].
      rewrite Forall_cons_iff. destruct (within (fun i => i <? n)%nat f) eqn:Wn; [|destruct (within (fun i => negb (i <? n)%nat) f) eqn:Wf].
      + injection H as <-. rewrite (IH s' eq_refl M V). unfold holds_split.
        cbn [near far]. rewrite Forall_cons_iff, (within_means b _ f (x ++ g) x) with (2 := Wn); [tauto|].
        intros i Hi. apply Nat.ltb_lt in Hi. apply app_nth1. lia.
      + injection H as <-. rewrite (IH s' eq_refl M V). unfold holds_split.
        cbn [near far]. rewrite Forall_cons_iff, rename_means by (rewrite len_app; lia).
        rewrite (within_means b _ f (x ++ g) (pick 0%N (repeat 0%nat n ++ seq m k) (t ++ g))) with (2 := Wf); [tauto|].
        intros i Hi. rewrite negb_true_iff, Nat.ltb_ge in Hi. rewrite pick_app, (pick_shift 0%N m k t g) by auto.
        rewrite !app_nth2; rewrite ?length_pick, ?len_repeat; try lia. now rewrite lx.
      + destruct f as [|f c [|r rs] z low high| | | | | |]; try discriminate.
        destruct (key_of (here_part f)) as [[key sign]|] eqn:K; [|discriminate]. injection H as <-. cbn [keys near far] in *.
        rewrite len_app in M, V. cbn [length] in M, V. destruct (key_right _ _ _ x K) as [_ Dk]. rewrite (IH s' eq_refl).
        2: lia.
        2:{ intros i Hi. rewrite V by lia. now rewrite app_nth1. }
        unfold holds_split. cbn [near far]. rewrite Forall_cons_iff.
        assert (D : dot f (x ++ g) = dot ((sign, length (keys s')) :: there_part f) (t ++ g)).
        { cbn [dot]. rewrite (parts_dot f x t g lx lt), Dk. f_equal.
          specialize (V (length (keys s'))). rewrite app_nth2, Nat.sub_diag in V by lia. cbn [nth] in V.
          rewrite <- V by lia. now rewrite app_nth1 by lia. }
        unfold fact. cbn [means residues_value]. rewrite D. destruct z; tauto.
  Qed.

  Definition fine_key (f : form) : bool := natural f && forallb (fun p => snd p <? n)%nat f.

  Lemma keys_fine fs s : fold_right sort_in (Some (Split [] [] [])) fs = Some s -> forallb fine_key (keys s) = true.
  Proof.
    revert s. induction fs as [|f fs IH]; cbn [fold_right]; intros s H; [now injection H as <-|].
    unfold sort_in in H at 1. destruct (fold_right sort_in _ fs) as [s'|]; [|discriminate]. specialize (IH s' eq_refl).
    destruct (within _ f); [now injection H as <-|]. destruct (within _ f); [now injection H as <-|].
    destruct f as [|f c [|r rs] z low high| | | | | |]; try discriminate.
    destruct (key_of (here_part f)) as [[key sign]|] eqn:K; [|discriminate]. injection H as <-. cbn [keys].
    rewrite forallb_app, IH. cbn [forallb andb]. rewrite andb_true_r. unfold fine_key. rewrite (proj1 (key_right _ _ _ [] K)). cbn [andb].
    assert (W : forallb (fun p => snd p <? n)%nat (here_part f) = true).
    { apply forallb_forall. intros p Hp. now apply filter_In in Hp. }
    unfold key_of in K. destruct (natural (here_part f)); [now injection K as <- _|].
    destruct (natural (opposite_form _)); [|discriminate]. injection K as <- _. clear -W.
    induction (here_part f) as [|p l IH]; cbn in *; auto. rewrite andb_true_iff in *. split; [apply W|apply IH, W].
  Qed.

  Theorem split_right f s x g : split_at_keys f = Some s -> length x = n -> length g = k ->
    length (key_values (keys s) x) = m /\ (means b f (x ++ g) <-> holds_split s x g (key_values (keys s) x)).
  Proof.
    unfold split_at_keys. destruct (fold_right sort_in _ _) as [s'|] eqn:E; [|discriminate].
    destruct (Nat.eqb_spec (length (keys s')) m) as [M|]; [|discriminate]. intros [= <-] lx lg.
    assert (lt : length (key_values (keys s') x) = m) by (unfold key_values; now rewrite len_map). split; [exact lt|].
    rewrite <- conjuncts_means. apply sort_in_right; auto; [lia|]. intros i Hi. unfold key_values.
    rewrite (nth_indep _ 0%N (Z.to_N (dot [] x))) by (now rewrite len_map). rewrite (map_nth (fun f => Z.to_N (dot f x))).
    apply Z2N.id, natural_dot. apply (nth_In _ (@nil (Z * nat))) in Hi. apply (forallb_in _ _ _ (keys_fine _ _ E)) in Hi.
    unfold fine_key in Hi. now apply andb_true_iff in Hi.
  Qed.

  Lemma keys_are_means f s x : split_at_keys f = Some s -> length x = n ->
    means b (keys_are n (keys s)) (x ++ key_values (keys s) x).
  Proof.
    unfold split_at_keys. destruct (fold_right sort_in _ _) as [s'|] eqn:E; [|discriminate].
    destruct (_ =? m)%nat; [|discriminate]. intros [= <-] lx. apply keys_fine in E.
    assert (H : forall ks pre, forallb fine_key ks = true ->
      means b (keys_are (n + length pre) ks) (x ++ pre ++ key_values ks x)).
    { clear E s'. induction ks as [|h ks IH]; intro pre; cbn [keys_are forallb]; [intros; exact I|].
      unfold fine_key at 1. rewrite !andb_true_iff. intros [[N1 W] N2]. rewrite both_means. split.
      - unfold fact. cbn [means dot residues_value]. cbn [key_values map]. rewrite app_nth2 by lia.
        replace (n + length pre - length x)%nat with (length pre) by lia.
        rewrite nth_middle, Z2N.id by (now apply natural_dot).
        assert (E : forall t, dot h (x ++ t) = dot h x); [|rewrite E; lia].
        intro t. apply (within_dot (fun i => i <? n)%nat); [|exact W].
        intros i Hi. apply Nat.ltb_lt in Hi. apply app_nth1. lia.
      - specialize (IH (pre ++ [Z.to_N (dot h x)]) N2). rewrite len_app, <- app_assoc in IH. cbn [length app] in IH.
        replace (S (n + length pre)) with (n + (length pre + 1))%nat by lia. exact IH. }
    specialize (H (keys s') [] E). cbn [length] in H. rewrite Nat.add_0_r in H. exact H.
  Qed.
End Keys.
