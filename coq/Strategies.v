(** Strategies. For all numbers x of a set, a strategy finds numbers g such that a condition on x and g is true.

    A strategy reads the digits of x and guesses the digits of g. It consists of cells. A cell contains a state of the
    condition that defines the set, and the states of some guesses. Each column of digits of x leads from a cell C to a
    cell D, and each guess in D is a successor of a guess in C. The cells are given as evidence, and this file checks
    them. The same states of guesses occur in many cells, so the states are numbered, and the successors of each state
    are computed only once. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits DigitConditions EarlyVerdict StateSearch.
Import ListNotations.
Local Open Scope Z_scope.

Record cell := Cell { state : list Z; onward : list positive; guesses : list positive }.

(** A strategy: the states of guesses, numbered from 1 on; the cells; the number of the first cell; and the numbers that
    are guessed before x is read, which have at most [zeros] digits. *)
Record strategy := Strategy {
  states : list (list Z); cells : list (positive * cell); first : positive; zeros : nat; numbers : list (list N)
}.

Section Choices.
  Context (b : N) (n : nat) (care : cond) (k : nat) (f : cond).

  (** The successors of a guess after a column of digits of x, for all guessed digits. *)
  Definition guess_on (ends : list (list nat)) (column : list nat) (t : list Z) : list (list Z) :=
    flat_map (fun c => match steps b f (column ++ c) t with Some s => [s] | None => [] end) ends.

  (** A map from the keys of states to the numbers of the states. *)
  Fixpoint by_key (i : positive) (l : list (list Z)) : PositiveMap.t positive :=
    match l with [] => PositiveMap.empty _ | s :: l => PositiveMap.add (key s) i (by_key (Pos.succ i) l) end.
  Definition number_of (named : PositiveMap.t (list Z)) (keys : PositiveMap.t positive) (s : list Z) : list positive :=
    match PositiveMap.find (key s) keys with
    | Some i => match PositiveMap.find i named with Some t => if same s t then [i] else [] | None => [] end
    | None => []
    end.

  (** The numbers of the successors of a guess, for each column. *)
  Definition becomes (all ends : list (list nat)) (named : PositiveMap.t (list Z)) (keys : PositiveMap.t positive) (s : list Z) :
    list (list positive) := map (fun column => flat_map (number_of named keys) (guess_on ends column s)) all.

  (** Check that each column leads to a cell with the correct state. For each guess, [reached] lists the successors
      after each column. *)
  Fixpoint onward_ok (m : PositiveMap.t cell) (s : list Z) (all : list (list nat)) (to : list positive)
    (reached : list (list (list positive))) : bool :=
    match all, to with
    | [], [] => true
    | column :: all, j :: to =>
        let t := step b care column s (fun _ => []) in
        (if hopeless care t then true else
         match PositiveMap.find j m with
         | None => false
         | Some c => same (state c) t &&
             match guesses c with
             | [] => true
             | gs => let here := flat_map (hd []) reached in forallb (fun g => existsb (Pos.eqb g) here) gs
             end
         end) && onward_ok m s all to (map (@tl _) reached)
    | _, _ => false
    end.

  Definition cell_ok (all : list (list nat)) (named : PositiveMap.t (list Z)) (on : PositiveMap.t (list (list positive)))
    (m : PositiveMap.t cell) (c : cell) : bool :=
    (if fst (now care (state c))
     then existsb (fun g => match PositiveMap.find g named with Some t => fst (now f t) | None => false end) (guesses c)
     else true)
    && onward_ok m (state c) all (onward c)
         (map (fun g => match PositiveMap.find g on with Some l => l | None => [] end) (guesses c)).

  Definition below_ok (K : nat) (g : list N) : bool := forallb (fun v => (v <? b ^ N.of_nat K)%N) g.

  Fixpoint first_ok (named : PositiveMap.t (list Z)) (K : nat) (is : list positive) (gs : list (list N)) : bool :=
    match is, gs with
    | [], [] => true
    | i :: is, g :: gs =>
        (length g =? k)%nat && below_ok K g
        && match PositiveMap.find i named with Some t => same t (known b f K (repeat 0%N n ++ g)) | None => false end
        && first_ok named K is gs
    | _, _ => false
    end.

  Definition make_cells (l : list (positive * cell)) : PositiveMap.t cell :=
    fold_left (fun m (c : positive * cell) => PositiveMap.add (fst c) (snd c) m) l (PositiveMap.empty cell).

  Definition strategy_ok (s : strategy) : bool :=
    let m := make_cells (cells s) in
    let all := columns b n in
    let named := numbered 1 (states s) in
    let on := PositiveMap.map (becomes all (columns b k) named (by_key 1 (states s))) named in
    (1 <? b)%N && fine b care && fine b f
    && forallb (fun c : positive * cell => cell_ok all named on m (snd c)) (cells s)
    && match PositiveMap.find (first s) m with
       | None => false
       | Some c => same (state c) (start care) && first_ok named (zeros s) (guesses c) (numbers s)
       end.

  (** ** Correctness *)
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

  (** A guess given by the number of its state. *)
  Definition guessed_as (named : PositiveMap.t (list Z)) (L : nat) (x : list N) (i : positive) : Prop :=
    exists t, PositiveMap.find i named = Some t /\ guessed L x t.

  Lemma first_guessed named K is : forall gs, first_ok named K is gs = true -> Forall (guessed_as named K (repeat 0%N n)) is.
  Proof.
    induction is as [|i is IH]; intros [|g gs]; cbn; try discriminate; [constructor|].
    rewrite !andb_true_iff, Nat.eqb_eq. intros [[[H1 H2] H3] H4]. constructor; eauto.
    destruct (PositiveMap.find i named) as [t|] eqn:E; [|discriminate]. apply same_eq in H3.
    exists t. split; [exact E|]. exists g. repeat split; auto. revert H2. apply forallb_Forall. intros v. apply N.ltb_lt.
  Qed.

  Lemma becomes_right all ends named keys s i column g : nth_error all i = Some column ->
    In g (nth i (becomes all ends named keys s) []) -> exists t, PositiveMap.find g named = Some t /\ In t (guess_on ends column s).
  Proof.
    intros Hi Hg. unfold becomes in Hg.
    assert (E : nth i (map (fun column => flat_map (number_of named keys) (guess_on ends column s)) all) [] =
      flat_map (number_of named keys) (guess_on ends column s)).
    { apply nth_error_nth. now rewrite nth_error_map, Hi. }
    rewrite E in Hg. apply in_flat_map in Hg as (t & Ht & Hg). unfold number_of in Hg.
    destruct (PositiveMap.find (key t) keys) as [j|]; [|destruct Hg].
    destruct (PositiveMap.find j named) as [u|] eqn:Ej; [|destruct Hg]. destruct (same t u) eqn:Es; [|destruct Hg].
    apply same_eq in Es as <-. destruct Hg as [<-|[]]. eauto.
  Qed.

  Lemma onward_right m s all : forall to reached, onward_ok m s all to reached = true ->
    forall i column, nth_error all i = Some column ->
    let t := step b care column s (fun _ => []) in
    hopeless care t = true \/ exists j c, PositiveMap.find j m = Some c /\ state c = t /\
      forall g, In g (guesses c) -> exists l, In l reached /\ In g (nth i l []).
  Proof.
    induction all as [|first all IH]; intros [|j to] reached H i column Hi; cbv zeta; cbn [onward_ok] in H; try discriminate; [destruct i; discriminate|].
    rewrite andb_true_iff in H. destruct H as [H0 H]. destruct i as [|i]; cbn [nth_error] in Hi.
    - injection Hi as ->. destruct (hopeless care _); [now left|right].
      destruct (PositiveMap.find j m) as [c|] eqn:E; [|discriminate]. rewrite andb_true_iff, same_eq in H0. destruct H0 as [Es G].
      exists j, c. split; [exact E|]. split; [exact Es|]. intros g Hg.
      assert (Hr : In g (flat_map (hd []) reached)).
      { destruct (guesses c) as [|g1 gs]; [destruct Hg|]. apply (forallb_in _ _ _ G) in Hg.
        apply existsb_in in Hg as (u & Hu & S). apply Pos.eqb_eq in S. now subst u. }
      apply in_flat_map in Hr as (l & Hl & Hg'). exists l. split; [exact Hl|]. destruct l; exact Hg'.
    - destruct (IH _ _ H i column Hi) as [D|(j' & c & E & Es & G)]; [now left|right]. exists j', c. split; [exact E|].
      split; [exact Es|]. intros g Hg. destruct (G g Hg) as (l & Hl & Hg'). apply in_map_iff in Hl as (l' & <- & Hl).
      exists l'. split; [exact Hl|]. destruct l'; [destruct i; exact Hg'|exact Hg'].
  Qed.

  Theorem strategy_sound s : strategy_ok s = true -> forall x, length x = n -> means b care x ->
    exists g, length g = k /\ means b f (x ++ g).
  Proof.
    unfold strategy_ok. set (named := numbered 1 (states s)). set (on := PositiveMap.map _ named).
    rewrite !andb_true_iff, N.ltb_lt. intros [[[[base Fc] Ff] Hc] H0]. set (K := zeros s) in *.
    assert (R : forall L x, length x = n -> below b L x -> hopeless care (known b care (L + K) x) = true \/
      exists c, In c (map snd (cells s)) /\ state c = known b care (L + K) x /\ Forall (guessed_as named (L + K) x) (guesses c)).
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
        rewrite andb_true_iff in Ok. destruct Ok as [_ Ok].
        destruct (In_nth_error (columns b n) (last_digits b x)) as (place & Hp); [now apply last_in_columns|].
        assert (Es : step b care (last_digits b x) (state c1) (fun _ => []) = known b care (S L + K) x).
        { rewrite Sc, <- (app_nil_r (known b care _ _)), (known_step b base care Fc). apply app_nil_r. }
        destruct (onward_right _ _ _ _ _ Ok place _ Hp) as [D|(j & c & E & Sc' & G)]; rewrite Es in *; [now left|right].
        exists c. split; [now apply find_cells in E|]. split; [exact Sc'|].
        apply Forall_forall. intros g Hg. destruct (G g Hg) as (l & Hl & Hg').
        apply in_map_iff in Hl as (u & <- & Hu). rewrite Forall_forall in Gc. destruct (Gc u Hu) as (t & Et & g0 & lg & Hg0 & Kn).
        unfold on, PositiveMap.map in Hg'. rewrite PositiveMap.gmapi, Et in Hg'. cbn [option_map] in Hg'.
        destruct (becomes_right _ _ _ _ _ _ _ _ Hp Hg') as (t' & Et' & H2). exists t'. split; [exact Et'|].
        unfold guess_on in H2. apply in_flat_map in H2 as (col & Icol & H2).
        rewrite <- lg in Icol. destruct (longer_spec b base g0 col Icol) as (A & B & C).
        pose proof (steps_known b base f Ff (L + K) (x ++ longer b g0 col) []) as St.
        rewrite shorter_app, last_app, app_nil_r, B, C, <- Kn in St.
        destruct (steps b f _ _) as [st|]; [|destruct H2]. destruct H2 as [<-|[]].
        exists (longer b g0 col). split; [congruence|]. split; [now apply below_longer|exact St]. }
    intros x lx M. pose proof (below_size b base x) as Hb. set (L := size x) in *.
    assert (HbK : below b (L + K) x) by (apply (below_more b base L); [lia|exact Hb]).
    destruct (R L x lx Hb) as [D|(c & Ic & Sc & Gc)]; [now apply (hopeless_false b base care (L + K) x) in D|].
    apply in_map_iff in Ic as ([i c1] & <- & Ic). cbn [snd] in *.
    pose proof (forallb_in _ _ _ Hc Ic) as Ok. cbn [snd] in Ok. unfold cell_ok in Ok. rewrite andb_true_iff in Ok.
    destruct Ok as [V _]. rewrite Sc in V.
    destruct (now_known b base care Fc (L + K) x [] HbK) as (t & E & T). rewrite app_nil_r in E. rewrite E in V. cbn [fst] in V.
    apply T in M. rewrite M in V. apply existsb_in in V as (u & Hu & A).
    rewrite Forall_forall in Gc. destruct (Gc u Hu) as (t' & Et & g & lg & Hg & Kn). rewrite Et in A.
    exists g. split; [exact lg|]. rewrite Kn in A.
    assert (Hxg : below b (L + K) (x ++ g)) by (now apply below_app).
    destruct (now_known b base f Ff (L + K) (x ++ g) [] Hxg) as (t'' & E' & T').
    rewrite app_nil_r in E'. rewrite E' in A. now apply T'.
  Qed.
End Choices.
