(** Exhaustive search of all states that digits can reach, which proves that a condition is never true.

    This file proves that the search is correct, so Coq can run the search itself and needs no evidence. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits DigitConditions EarlyVerdict.
Import ListNotations.
Local Open Scope Z_scope.

(** * Fast lookup of lists of numbers *)
Fixpoint same (s t : list Z) : bool :=
  match s, t with
  | [], [] => true
  | x :: s, y :: t => Z.eqb x y && same s t
  | _, _ => false
  end.

Lemma same_eq s t : same s t = true <-> s = t.
Proof.
  revert t; induction s as [|x s IH]; intros [|y t]; cbn; split; try discriminate; auto.
  - rewrite andb_true_iff, Z.eqb_eq, IH. intros [-> ->]. reflexivity.
  - intros [= -> ->]. rewrite andb_true_iff, Z.eqb_eq, IH. auto.
Qed.

(** The key of a list of integers, which encodes each bit by two bits. The search compares lists that have equal keys,
    and fails if the lists differ. Therefore it is correct even if different lists have the same key. *)
Fixpoint push (p k : positive) : positive :=
  match p with
  | xH => xI (xI k)
  | xO p => push p (xO (xO k))
  | xI p => push p (xO (xI k))
  end.
Definition positive_of (z : Z) : positive := match z with Z0 => xH | Zpos p => xO p | Zneg p => xI p end.
Definition key (s : list Z) : positive := fold_right (fun z k => push (positive_of z) k) xH s.

(** * The search

    The search finds all states that are reachable from given states, each once, and checks that none of them is bad. *)
Section Search.
  Context {S : Type} (key : S -> positive) (same : S -> S -> bool) (after : S -> list S) (bad : S -> bool).
  Hypothesis same_right : forall s t, same s t = true -> s = t.

  Definition stored (m : PositiveMap.t S) (s : S) : Prop := PositiveMap.find (key s) m = Some s.

  (** The progress of the search: the states found, the states still to be processed, and whether the search has
      succeeded so far. *)
  Definition progress := (PositiveMap.t S * list S * bool)%type.

  Definition meet (p : progress) (s : S) : progress :=
    let '(m, todo, well) := p in
    let k := key s in
    match PositiveMap.find k m with
    | None => (PositiveMap.add k s m, s :: todo, well)
    | Some t => if same s t then p else (m, todo, false)
    end.

  Definition look (p : progress) : progress :=
    match p with
    | (_, [], _) => p
    | (m, s :: todo, well) => if bad s then (m, [], false) else fold_left meet (after s) (m, todo, well)
    end.

  (** Process at most 2^k states. *)
  Fixpoint rounds (k : nat) (p : progress) : progress :=
    match p with
    | (_, [], _) => p
    | _ => match k with O => look p | Datatypes.S k => rounds k (rounds k p) end
    end.

  Definition begin (ss : list S) : progress := fold_left meet ss (PositiveMap.empty _, [], true).
  Definition none_bad (ss : list S) : bool := match rounds 40 (begin ss) with (_, [], well) => well | _ => false end.

  (** ** Correctness *)
  Definition kept (ss : list S) (p : progress) : Prop :=
    let '(m, todo, well) := p in well = true -> (forall s, In s ss -> stored m s) /\
    forall s, stored m s -> In s todo \/ (bad s = false /\ forall t, In t (after s) -> stored m t).

  Lemma meet_spec m todo well s m' todo' well' : meet (m, todo, well) s = (m', todo', well') -> well' = true ->
    well = true /\ (forall t, stored m t -> stored m' t) /\ stored m' s /\
    (forall t, stored m' t -> stored m t \/ In t todo') /\ incl todo todo'.
  Proof.
    unfold meet. destruct (PositiveMap.find (key s) m) as [t|] eqn:F.
    - destruct (same s t) eqn:E; intros [= <- <- <-] H; [|discriminate]. apply same_right in E. subst t.
      repeat split; auto. apply incl_refl.
    - intros [= <- <- <-] ->. split; [auto|]. split; [|split; [|split]].
      + intros t Ht. unfold stored in *. rewrite PositiveMap.gso; auto. intro E. rewrite E in Ht. congruence.
      + unfold stored. now rewrite PositiveMap.gss.
      + intros t Ht. unfold stored in *. destruct (Pos.eq_dec (key t) (key s)) as [E|E].
        * rewrite E, PositiveMap.gss in Ht. injection Ht as ->. right. now left.
        * rewrite PositiveMap.gso in Ht; auto.
      + apply incl_tl, incl_refl.
  Qed.

  Lemma meets_spec ss : forall m todo well m' todo' well',
    fold_left meet ss (m, todo, well) = (m', todo', well') -> well' = true ->
    well = true /\ (forall t, stored m t -> stored m' t) /\ (forall s, In s ss -> stored m' s) /\
    (forall t, stored m' t -> stored m t \/ In t todo') /\ incl todo todo'.
  Proof.
    induction ss as [|s ss IH]; cbn [fold_left]; intros m todo well m' todo' well'.
    - intros [= <- <- <-] ->. repeat split; auto using incl_refl. intros s [].
    - destruct (meet (m, todo, well) s) as [[m1 todo1] well1] eqn:E. intros H W.
      destruct (IH _ _ _ _ _ _ H W) as (W1 & A1 & B1 & C1 & D1).
      destruct (meet_spec _ _ _ _ _ _ _ E W1) as (W0 & A0 & B0 & C0 & D0).
      repeat split; auto.
      + intros t [->|Ht]; auto.
      + intros t Ht. destruct (C1 t Ht) as [K|K]; auto. destruct (C0 t K); auto.
      + eapply incl_tran; eauto.
  Qed.

  Lemma look_kept ss p : kept ss p -> kept ss (look p).
  Proof.
    destruct p as [[m [|s todo]] well]; cbn [look]; auto. intro K.
    destruct (bad s) eqn:N; [intros H; discriminate|].
    destruct (fold_left meet (after s) (m, todo, well)) as [[m' todo'] well'] eqn:E. intro W.
    destruct (meets_spec _ _ _ _ _ _ _ E W) as (W0 & A & B & C & D). destruct (K W0) as [K0 K1]. split; [auto|].
    intros t Ht. destruct (C t Ht) as [Hm|]; auto. destruct (K1 t Hm) as [[<-|Hi]|[N' K2]]; auto.
  Qed.

  Lemma rounds_kept ss k : forall p, kept ss p -> kept ss (rounds k p).
  Proof.
    induction k as [|k IH]; intros [[m [|s todo]] well] K; cbn [rounds]; auto. now apply look_kept.
  Qed.

  Lemma begin_kept ss : kept ss (begin ss).
  Proof.
    unfold begin. destruct (fold_left meet ss _) as [[m todo] well] eqn:E. intro W.
    destruct (meets_spec _ _ _ _ _ _ _ E W) as (_ & _ & B & C & _). split; auto.
    intros s Hs. destruct (C s Hs) as [H|H]; auto. unfold stored in H. rewrite PositiveMap.gempty in H. discriminate.
  Qed.

  (** If the search succeeds, there is a set of states that contains the given states, no bad state, and all successors
      of its members. *)
  Theorem none_bad_sound ss : none_bad ss = true -> exists found : S -> Prop, (forall s, In s ss -> found s) /\
    forall s, found s -> bad s = false /\ forall t, In t (after s) -> found t.
  Proof.
    unfold none_bad. pose proof (rounds_kept ss 40 _ (begin_kept ss)) as K.
    destruct (rounds 40 (begin ss)) as [[m [|]] well]; try discriminate. intro W. destruct (K W) as [K0 K1].
    exists (stored m). split; [exact K0|]. intros s Hs. destruct (K1 s Hs) as [[]|]. auto.
  Qed.
End Search.

(** * Conditions that are never true *)
Section Never.
  Context (b : N) (f : cond).

  Definition start_states : list (list Z) := if hopeless f (start f) then [] else [start f].

  (** The successors of a state, without the successors from which the condition cannot become true. *)
  Definition onwards (all : list (list nat)) (s : list Z) : list (list Z) :=
    flat_map (fun c => match steps b f c s with Some t => if hopeless f t then [] else [t] | None => [] end) all.
End Never.

(** [never b n f] means that the search proves, by digits in base b, that no list of n numbers satisfies f. *)
Definition never (b : N) (n : nat) (f : cond) : bool :=
  (1 <? b)%N && fine b f && none_bad key same (onwards b f (columns b n)) (fun s => fst (now f s)) (start_states f).

Theorem never_sound b n f : never b n f = true -> forall v, length v = n -> ~ means b f v.
Proof.
  unfold never. rewrite !andb_true_iff, N.ltb_lt. intros [[base F] S].
  apply none_bad_sound in S as (found & K0 & K1); [|intros s t; apply same_eq].
  assert (R : forall L v, length v = n -> below b L v -> hopeless f (known b f L v) = true \/ found (known b f L v)).
  { induction L as [|L IH]; intros v len Hb.
    - apply (below_0 b) in Hb; auto. rewrite Hb, (known_zeros b base f); auto. unfold start_states in K0.
      destruct (hopeless f (start f)); [now left|right; apply K0; now left].
    - assert (ls : length (shorter b v) = n) by (now rewrite length_shorter).
      destruct (IH (shorter b v) ls (below_shorter b base L v Hb)) as [H|H].
      + left. now apply hopeless_stays.
      + destruct (K1 _ H) as [_ K2]. pose proof (steps_known b base f F L v []) as St. rewrite app_nil_r in St.
        destruct (steps b f _ _) as [t|] eqn:E; [|now left]. subst t.
        destruct (hopeless f (known b f (Datatypes.S L) v)) eqn:D; [now left|right]. apply K2. apply in_flat_map.
        exists (last_digits b v). split; [now apply last_in_columns|]. rewrite E, D. now left. }
  intros v len M. pose proof (below_size b base v) as Hb. destruct (R _ v len Hb) as [H|H].
  - now apply (hopeless_false b base f (size v) v).
  - destruct (K1 _ H) as [N _]. destruct (now_known b base f F (size v) v [] Hb) as (t & E & T).
    rewrite app_nil_r in E. rewrite E in N. cbn in N. subst t. apply T in M. discriminate.
Qed.
