(** What never happens: all states of a condition that digits can lead to are searched, and it holds in none.

    The search is proved right itself, so nothing has to be handed to it, and what it has found is looked at once. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits Reading.
Import ListNotations.
Local Open Scope Z_scope.

(** * Lists of numbers, found quickly *)
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

(** The key of a list: its numbers, in pairs of bits. Lists with the same key are told apart all the same. *)
Fixpoint push (p k : positive) : positive :=
  match p with
  | xH => xI (xI k)
  | xO p => push p (xO (xO k))
  | xI p => push p (xO (xI k))
  end.
Definition positive_of (z : Z) : positive := match z with Z0 => xH | Zpos p => xO p | Zneg p => xI p end.
Definition key (s : list Z) : positive := fold_right (fun z k => push (positive_of z) k) xH s.

Definition table := PositiveMap.t (list Z).
Definition stored (m : table) (s : list Z) : Prop := PositiveMap.find (key s) m = Some s.

(** * The search *)
Section Search.
  Context (b : N) (f : cond) (all : list (list nat)).

  (** What was seen, what is still to be looked at, and whether all is well. *)
  Definition progress := (table * list (list Z) * bool)%type.

  Definition meet (p : progress) (s : list Z) : progress :=
    let '(m, todo, well) := p in
    if hopeless f s then p else
    match PositiveMap.find (key s) m with
    | None => (PositiveMap.add (key s) s m, s :: todo, well)
    | Some t => if same s t then p else (m, todo, false)
    end.

  Definition after (s : list Z) : list (list Z) :=
    flat_map (fun c => match steps b f c s with Some t => [t] | None => [] end) all.

  Definition look (p : progress) : progress :=
    match p with
    | (_, [], _) => p
    | (m, s :: todo, well) => if fst (now f s) then (m, [], false) else fold_left meet (after s) (m, todo, well)
    end.

  Fixpoint rounds (k : nat) (p : progress) : progress :=
    match p with
    | (_, [], _) => p
    | _ => match k with O => look p | S k => rounds k (rounds k p) end
    end.

  Definition begin : progress := meet (PositiveMap.empty _, [], true) (start f).
  Definition found_none : bool :=
    match rounds 40 begin with (_, [], well) => well | _ => false end.

  (** ** Why it is right *)
  Definition kept (p : progress) : Prop :=
    let '(m, todo, well) := p in well = true ->
    (hopeless f (start f) = true \/ stored m (start f)) /\
    forall s, stored m s -> In s todo \/
      (fst (now f s) = false /\ forall t, In t (after s) -> hopeless f t = true \/ stored m t).

  Lemma meet_spec m todo well s m' todo' well' : meet (m, todo, well) s = (m', todo', well') -> well' = true ->
    well = true /\ (forall t, stored m t -> stored m' t) /\ (hopeless f s = true \/ stored m' s) /\
    (forall t, stored m' t -> stored m t \/ In t todo') /\ incl todo todo'.
  Proof.
    unfold meet. destruct (hopeless f s) eqn:D.
    - intros [= <- <- <-] ->. repeat split; auto. apply incl_refl.
    - destruct (PositiveMap.find (key s) m) as [t|] eqn:F.
      + destruct (same s t) eqn:E; intros [= <- <- <-] H; [|discriminate]. apply same_eq in E. subst t.
        repeat split; auto. apply incl_refl.
      + intros [= <- <- <-] ->. split; [auto|]. split; [|split; [|split]].
        * intros t Ht. unfold stored in *. rewrite PositiveMap.gso; auto. intro E. rewrite E in Ht. congruence.
        * right. unfold stored. now rewrite PositiveMap.gss.
        * intros t Ht. unfold stored in *. destruct (Pos.eq_dec (key t) (key s)) as [E|E].
          -- rewrite E, PositiveMap.gss in Ht. injection Ht as ->. right. now left.
          -- rewrite PositiveMap.gso in Ht; auto.
        * apply incl_tl, incl_refl.
  Qed.

  Lemma meets_spec ss : forall m todo well m' todo' well',
    fold_left meet ss (m, todo, well) = (m', todo', well') -> well' = true ->
    well = true /\ (forall t, stored m t -> stored m' t) /\ (forall s, In s ss -> hopeless f s = true \/ stored m' s) /\
    (forall t, stored m' t -> stored m t \/ In t todo') /\ incl todo todo'.
  Proof.
    induction ss as [|s ss IH]; cbn [fold_left]; intros m todo well m' todo' well'.
    - intros [= <- <- <-] ->. repeat split; auto using incl_refl.
    - destruct (meet (m, todo, well) s) as [[m1 todo1] well1] eqn:E. intros H W.
      destruct (IH _ _ _ _ _ _ H W) as (W1 & A1 & B1 & C1 & D1).
      destruct (meet_spec _ _ _ _ _ _ _ E W1) as (W0 & A0 & B0 & C0 & D0).
      repeat split; auto.
      + intros t [->|Ht]; auto. destruct B0; auto.
      + intros t Ht. destruct (C1 t Ht) as [K|K]; auto. destruct (C0 t K); auto.
      + eapply incl_tran; eauto.
  Qed.

  Lemma look_kept p : kept p -> kept (look p).
  Proof.
    destruct p as [[m [|s todo]] well]; cbn [look]; auto. intro K.
    destruct (fst (now f s)) eqn:N; [intros H; discriminate|].
    destruct (fold_left meet (after s) (m, todo, well)) as [[m' todo'] well'] eqn:E. intro W.
    destruct (meets_spec _ _ _ _ _ _ _ E W) as (W0 & A & B & C & D). destruct (K W0) as [K0 K1]. split.
    - destruct K0; auto.
    - intros t Ht. destruct (C t Ht) as [Hm|]; auto. destruct (K1 t Hm) as [[<-|Hi]|[N' K2]]; auto.
      right. split; auto. intros u Hu. destruct (K2 u Hu); auto.
  Qed.

  Lemma rounds_kept k : forall p, kept p -> kept (rounds k p).
  Proof.
    induction k as [|k IH]; intros [[m [|s todo]] well] K; cbn [rounds]; auto. now apply look_kept.
  Qed.

  Lemma begin_kept : kept begin.
  Proof.
    unfold begin. destruct (meet _ (start f)) as [[m todo] well] eqn:E. intro W.
    destruct (meet_spec _ _ _ _ _ _ _ E W) as (_ & _ & B & C & _). split; auto.
    intros s Hs. destruct (C s Hs) as [H|H]; auto. unfold stored in H. rewrite PositiveMap.gempty in H. discriminate.
  Qed.
End Search.

(** [never b n f]: no n numbers satisfy f, as digits in base b show. *)
Definition never (b : N) (n : nat) (f : cond) : bool := (1 <? b)%N && fine b f && found_none b f (columns b n).

Theorem never_sound b n f : never b n f = true -> forall v, length v = n -> ~ means b f v.
Proof.
  unfold never, found_none. rewrite !andb_true_iff, N.ltb_lt. intros [[base F] S].
  pose proof (rounds_kept b f (columns b n) 40 _ (begin_kept b f (columns b n))) as K.
  destruct (rounds b f (columns b n) 40 (begin f)) as [[m [|]] well]; try discriminate. destruct (K S) as [K0 K1].
  assert (R : forall L v, length v = n -> below b L v -> hopeless f (known b f L v) = true \/ stored m (known b f L v)).
  { induction L as [|L IH]; intros v len Hb.
    - apply (below_0 b) in Hb; auto. rewrite Hb, (known_zeros b base f); auto.
    - assert (ls : length (shorter b v) = n) by (now rewrite length_shorter).
      destruct (IH (shorter b v) ls (below_shorter b base L v Hb)) as [H|H].
      + left. now apply hopeless_stays.
      + destruct (K1 _ H) as [[]|[_ K2]]. pose proof (steps_known b base f F L v []) as St. rewrite app_nil_r in St.
        destruct (steps b f _ _) as [t|] eqn:E; [|now left]. subst t. apply K2. apply in_flat_map.
        exists (last_digits b v). split; [now apply last_in_columns|]. rewrite E. now left. }
  intros v len M. pose proof (below_size b base v) as Hb. destruct (R _ v len Hb) as [H|H].
  - now apply (hopeless_false b base f (size v) v).
  - destruct (K1 _ H) as [[]|[N _]]. destruct (now_known b base f F (size v) v [] Hb) as (t & E & T).
    rewrite app_nil_r in E. rewrite E in N. cbn in N. subst t. apply T in M. discriminate.
Qed.
