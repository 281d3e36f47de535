(** The lexicographic order of lists of numbers, and digit conditions that compare lists of numbers. *)
From Coq Require Import NArith ZArith List Bool Lia.
From Sprague Require Import Game Lists DigitConditions Numerations Compile Moves.
Import ListNotations.
Local Open Scope nat_scope.

(** * Lexicographic order *)
Fixpoint ahead (y z : list N) : Prop :=
  match y, z with u :: y, w :: z => (u < w)%N \/ (u = w /\ ahead y z) | _, _ => False end.

Lemma ahead_total y : forall z, length y = length z -> ahead y z \/ y = z \/ ahead z y.
Proof.
  induction y as [|u y IH]; intros [|w z] L; try discriminate; auto. cbn [ahead]. injection L as L.
  destruct (N.lt_trichotomy u w) as [H|[<-|H]]; auto. destruct (IH z L) as [K|[<-|K]]; auto.
Qed.
Lemma ahead_irreflexive y : ~ ahead y y.
Proof. induction y as [|u y IH]; cbn; [tauto|]. intros [H|[_ H]]; [lia|auto]. Qed.
Lemma ahead_transitive x : forall y z, ahead x y -> ahead y z -> ahead x z.
Proof.
  induction x as [|u x IH]; intros [|w y] [|t z]; cbn; try tauto.
  intros [H|[-> H]] [K|[-> K]]; try (left; lia); auto. right. split; eauto.
Qed.

(** A nonempty list of distinct lists of numbers has a member that is the last in the lexicographic order. *)
Lemma last_ahead (l : list (list N)) n : l <> [] -> NoDup l -> Forall (fun y => length y = n) l ->
  exists p y q, l = p ++ y :: q /\ forall z, In z (p ++ q) -> ahead z y.
Proof.
  induction l as [|u l IH]; [tauto|]. intros _ No Le. inversion No as [|? ? Nu No']; subst. inversion Le as [|? ? Lu Le']; subst.
  destruct l as [|w l]; [exists [], u, []; split; [auto|intros z []]|].
  destruct IH as (p & y & q & E & A); auto; [discriminate|].
  assert (Ly : length u = length y).
  { rewrite Forall_forall in Le'. symmetry. apply Le'. rewrite E. apply in_app_iff. cbn. auto. }
  destruct (ahead_total u y Ly) as [H|[H|H]].
  - exists (u :: p), y, q. split; [cbn; congruence|]. intros z [<-|Hz]; auto.
  - exfalso. apply Nu. rewrite E, H. apply in_app_iff. cbn. auto.
  - exists [], u, (w :: l). split; [auto|]. cbn [app]. intros z Hz. rewrite E in Hz. apply in_app_iff in Hz as [Hz|[<-|Hz]]; auto;
      (apply (ahead_transitive _ y); [apply A, in_app_iff; auto|exact H]).
Qed.

(** * Conditions that compare numbers with given indices *)
Definition joint (f g : cond) : cond :=
  match plain f, plain g with Some false, _ | _, Some false => No Yes | _, _ => both f g end.
Definition equal_at (p q : nat) : cond := compare (Linear [(1%Z, p); ((-1)%Z, q)] 0 []) true.
Definition less_at (p q : nat) : cond := compare (Linear [((-1)%Z, p); (1%Z, q)] (-1) []) false.

Fixpoint same_at (ps : list (nat * nat)) : cond :=
  match ps with
  | [] => Yes
  | (p, q) :: ps => if p =? q then same_at ps else both (equal_at p q) (same_at ps)
  end.
Fixpoint ahead_at (ps : list (nat * nat)) : cond :=
  match ps with
  | [] => No Yes
  | (p, q) :: ps => if p =? q then ahead_at ps else either (less_at p q) (joint (equal_at p q) (ahead_at ps))
  end.
Definition alike_at (orders : list (list nat)) (ps qs : list nat) : cond :=
  fold_right (fun o f => either (same_at (combine (pick 0 o ps) qs)) f) (No Yes) orders.

Section At.
  Context (b : numeration).

  Lemma joint_means f g v : means b (joint f g) v <-> means b f v /\ means b g v.
  Proof.
    unfold joint. pose proof (plain_means b f v) as F. pose proof (plain_means b g v) as G.
    destruct (plain f) as [[]|], (plain g) as [[]|]; rewrite ?both_means; cbn [means]; intuition congruence.
  Qed.
  Lemma equal_at_means p q v : means b (equal_at p q) v <-> nth p v 0%N = nth q v 0%N.
  Proof. unfold equal_at. rewrite compare_means. unfold linear_value. cbn [parts constant residues dot residues_value]. lia. Qed.
  Lemma less_at_means p q v : means b (less_at p q) v <-> (nth p v 0 < nth q v 0)%N.
  Proof. unfold less_at. rewrite compare_means. unfold linear_value. cbn [parts constant residues dot residues_value]. lia. Qed.

  Lemma same_at_means ps : forall qs v, length ps = length qs ->
    (means b (same_at (combine ps qs)) v <-> pick 0%N ps v = pick 0%N qs v).
  Proof.
    induction ps as [|p ps IH]; intros [|q qs] v L; try discriminate; cbn [combine same_at pick map]; [cbn; tauto|].
    injection L as L. specialize (IH qs v L). unfold pick in IH. destruct (Nat.eqb_spec p q) as [->|].
    - rewrite IH. split; [now intros ->|now intros [=]].
    - rewrite both_means, equal_at_means, IH. split; [intros [-> ->]; auto|]. intros [= H1 H2]. auto.
  Qed.

  Lemma ahead_at_means ps : forall qs v, length ps = length qs ->
    (means b (ahead_at (combine ps qs)) v <-> ahead (pick 0%N ps v) (pick 0%N qs v)).
  Proof.
    induction ps as [|p ps IH]; intros [|q qs] v L; try discriminate; cbn [combine ahead_at pick map ahead]; [cbn; tauto|].
    injection L as L. specialize (IH qs v L). unfold pick in IH. destruct (Nat.eqb_spec p q) as [->|].
    - rewrite IH. split; [auto|]. intros [H|H]; [lia|tauto].
    - rewrite either_means, less_at_means, joint_means, equal_at_means, IH. tauto.
  Qed.

  Lemma alike_at_means orders ps qs v : length ps = length qs ->
    Forall (fun o => length o = length ps /\ Forall (fun i => i < length ps) o) orders ->
    (means b (alike_at orders ps qs) v <-> exists o, In o orders /\ pick 0%N o (pick 0%N ps v) = pick 0%N qs v).
  Proof.
    intros L F. induction F as [|o orders [Lo Bo] _ IH]; cbn [alike_at fold_right].
    - cbn. split; [tauto|intros (o & [] & _)].
    - fold (alike_at orders ps qs). rewrite either_means, IH, same_at_means by (rewrite length_pick; congruence).
      rewrite <- pick_pick by auto. split.
      + intros [H|(o' & Ho & H)]; [exists o|exists o']; split; auto; now (left + right).
      + intros (o' & [<-|Ho] & H); [now left|right; eauto].
  Qed.
End At.
