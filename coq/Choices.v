(** What can always be chosen: for all numbers x with some property there are numbers g, with another property of both.

    While x is read, digits of g are guessed. A cell has the state of the property of x, and states that some guesses have
    led to. It may go on to any cell that asks for no more guesses than can be reached. The cells are given; here they
    are checked. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits Reading Sure Search.
Import ListNotations.
Local Open Scope Z_scope.

Record cell := Cell { state : list Z; onward : list positive; guesses : list (list Z) }.

(** Cells, of which the first has the number [first]; its guesses are these numbers, of at most [zeros] digits. *)
Record strategy := Strategy { cells : list (positive * cell); first : positive; zeros : nat; numbers : list (list N) }.

Section Choices.
  Context (b : N) (n : nat) (care : cond) (k : nat) (f : cond).

  (** What a guess may become with a column of x, whatever digits are guessed. *)
  Definition guess_on (ends : list (list nat)) (column : list nat) (t : list Z) : list (list Z) :=
    flat_map (fun c => match steps b f (column ++ c) t with Some s => [s] | None => [] end) ends.

  Definition cell_ok (all ends : list (list nat)) (m : PositiveMap.t cell) (c : cell) : bool :=
    (if fst (now care (state c)) then existsb (fun t => fst (now f t)) (guesses c) else true)
    && (length (onward c) =? length all)%nat
    && forallb (fun cj : list nat * positive =>
         let s := step b care (fst cj) (state c) (fun _ => []) in
         if hopeless care s then true else
         match PositiveMap.find (snd cj) m with
         | None => false
         | Some c' => same (state c') s &&
             match guesses c' with
             | [] => true
             | ts => let reached := flat_map (guess_on ends (fst cj)) (guesses c) in
                     forallb (fun t => existsb (same t) reached) ts
             end
         end) (combine all (onward c)).

  Definition below_ok (K : nat) (g : list N) : bool := forallb (fun v => (v <? b ^ N.of_nat K)%N) g.

  Fixpoint first_ok (K : nat) (ts : list (list Z)) (gs : list (list N)) : bool :=
    match ts, gs with
    | [], [] => true
    | t :: ts, g :: gs =>
        (length g =? k)%nat && below_ok K g && same t (known b f K (repeat 0%N n ++ g)) && first_ok K ts gs
    | _, _ => false
    end.

  Definition make_cells (l : list (positive * cell)) : PositiveMap.t cell :=
    fold_left (fun m (c : positive * cell) => PositiveMap.add (fst c) (snd c) m) l (PositiveMap.empty cell).

  Definition strategy_ok (s : strategy) : bool :=
    let m := make_cells (cells s) in
    let all := columns b n in
    let ends := columns b k in
    (1 <? b)%N && fine b care && fine b f
    && forallb (fun c : positive * cell => cell_ok all ends m (snd c)) (cells s)
    && match PositiveMap.find (first s) m with
       | None => false
       | Some c => same (state c) (start care) && first_ok (zeros s) (guesses c) (numbers s)
       end.

  (** ** Why it is right *)
  Definition guessed (L : nat) (x : list N) (t : list Z) : Prop :=
    exists g, length g = k /\ below b L g /\ t = known b f L (x ++ g).

  Lemma find_cells l j c : PositiveMap.find j (make_cells l) = Some c -> In c (map snd l).
  Proof.
    unfold make_cells.
    assert (H : forall l m, PositiveMap.find j (fold_left (fun m (c : positive * cell) => PositiveMap.add (fst c) (snd c) m) l m) = Some c ->
      In c (map snd l) \/ PositiveMap.find j m = Some c).
    { clear l. induction l as [|[i a] l IH]; cbn; auto. intros m H. apply IH in H as [H|H]; auto.
      destruct (Pos.eq_dec j i) as [->|E].
      - rewrite PositiveMap.gss in H. injection H as ->. auto.
      - rewrite PositiveMap.gso in H; auto. }
    intro E. apply H in E as [E|E]; auto. rewrite PositiveMap.gempty in E. discriminate.
  Qed.

  Lemma combine_in {A B} (l : list A) : forall (l' : list B) a, length l' = length l -> In a l -> exists c, In (a, c) (combine l l').
  Proof.
    induction l as [|u l IH]; intros [|v l'] a; cbn; try tauto; try discriminate.
    intros [= H] [->|Ha]; eauto. destruct (IH l' a H Ha) as (c & Hc). eauto.
  Qed.

  Lemma first_guessed K ts : forall gs, first_ok K ts gs = true -> Forall (guessed K (repeat 0%N n)) ts.
  Proof.
    induction ts as [|t ts IH]; intros [|g gs]; cbn; try discriminate; [constructor|].
    rewrite !andb_true_iff, Nat.eqb_eq, same_eq. intros [[[H1 H2] H3] H4]. constructor; eauto.
    exists g. repeat split; auto. revert H2. apply forallb_Forall. intros v. apply N.ltb_lt.
  Qed.

  Theorem strategy_sound s : strategy_ok s = true -> forall x, length x = n -> means b care x ->
    exists g, length g = k /\ means b f (x ++ g).
  Proof.
    unfold strategy_ok. rewrite !andb_true_iff, N.ltb_lt. intros [[[[base Fc] Ff] Hc] H0]. set (K := zeros s) in *.
    assert (R : forall L x, length x = n -> below b L x -> hopeless care (known b care (L + K) x) = true \/
      exists c, In c (map snd (cells s)) /\ state c = known b care (L + K) x /\ Forall (guessed (L + K) x) (guesses c)).
    { induction L as [|L IH]; intros x lx Hb.
      - right. destruct (PositiveMap.find (first s) _) as [c|] eqn:E; [|discriminate].
        rewrite andb_true_iff, same_eq in H0. destruct H0 as [H1 H2]. exists c.
        apply (below_0 b) in Hb; auto. rewrite lx in Hb. subst x. split; [now apply find_cells in E|]. split.
        + rewrite H1. symmetry. now apply known_zeros.
        + eapply first_guessed; eauto.
      - destruct (IH (shorter b x)) as [D|(c & Ic & Sc & Gc)]; [now rewrite length_shorter|now apply below_shorter| |].
        { left. now apply (hopeless_stays b base care (L + K) x Fc). }
        apply in_map_iff in Ic as ([i c1] & <- & Ic). cbn [snd] in *.
        pose proof (forallb_in _ _ _ Hc Ic) as Ok. cbn [snd] in Ok. unfold cell_ok in Ok.
        rewrite !andb_true_iff, Nat.eqb_eq in Ok. destruct Ok as [[_ Ln] Ok].
        destruct (combine_in (columns b n) (onward c1) (last_digits b x)) as (j & Hj); auto.
        { now apply last_in_columns. }
        apply (forallb_in _ _ _ Ok) in Hj. cbn [fst snd] in Hj.
        assert (Es : step b care (last_digits b x) (state c1) (fun _ => []) = known b care (S L + K) x).
        { rewrite Sc, <- (app_nil_r (known b care _ _)), (known_step b base care Fc). apply app_nil_r. }
        rewrite Es in Hj. destruct (hopeless care _) eqn:D; [now left|right].
        destruct (PositiveMap.find j _) as [c'|] eqn:E; [|discriminate].
        rewrite andb_true_iff, same_eq in Hj. destruct Hj as [Sc' G]. exists c'.
        split; [now apply find_cells in E|]. split; [exact Sc'|].
        apply Forall_forall. intros t Ht.
        assert (Hr : In t (flat_map (guess_on (columns b k) (last_digits b x)) (guesses c1))).
        { destruct (guesses c') as [|t1 ts]; [destruct Ht|]. apply (forallb_in _ _ _ G) in Ht.
          apply existsb_in in Ht as (u & Hu & S). apply same_eq in S. now subst u. }
        apply in_flat_map in Hr as (u & H1 & H2).
        rewrite Forall_forall in Gc. destruct (Gc u H1) as (g & lg & Hg & Kn).
        unfold guess_on in H2. apply in_flat_map in H2 as (col & Icol & H2).
        rewrite <- lg in Icol. destruct (longer_spec b base g col Icol) as (A & B & C).
        pose proof (steps_known b base f Ff (L + K) (x ++ longer b g col) []) as St.
        rewrite shorter_app, last_app, app_nil_r, B, C, <- Kn in St.
        destruct (steps b f _ _) as [st|]; [|destruct H2]. destruct H2 as [<-|[]].
        exists (longer b g col). split; [congruence|]. split; [now apply below_longer|exact St]. }
    intros x lx M. pose proof (below_size b base x) as Hb. set (L := size x) in *.
    assert (HbK : below b (L + K) x) by (apply (below_more b base L); [lia|exact Hb]).
    destruct (R L x lx Hb) as [D|(c & Ic & Sc & Gc)]; [now apply (hopeless_false b base care (L + K) x) in D|].
    apply in_map_iff in Ic as ([i c1] & <- & Ic). cbn [snd] in *.
    pose proof (forallb_in _ _ _ Hc Ic) as Ok. cbn [snd] in Ok. unfold cell_ok in Ok. rewrite !andb_true_iff in Ok.
    destruct Ok as [[V _] _]. rewrite Sc in V.
    destruct (now_known b base care Fc (L + K) x [] HbK) as (t & E & T). rewrite app_nil_r in E. rewrite E in V. cbn [fst] in V.
    apply T in M. rewrite M in V. apply existsb_in in V as (u & Hu & A).
    rewrite Forall_forall in Gc. destruct (Gc u Hu) as (g & lg & Hg & Kn).
    exists g. split; [exact lg|]. rewrite Kn in A.
    assert (Hxg : below b (L + K) (x ++ g)) by (now apply below_app).
    destruct (now_known b base f Ff (L + K) (x ++ g) [] Hxg) as (t' & E' & T').
    rewrite app_nil_r in E'. rewrite E' in A. now apply T'.
  Qed.
End Choices.
