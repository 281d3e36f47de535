(** The kernel theorem for games with blocking, in which a player may forbid up to m options of the opponent. If play
    ends, a set is the set of P-positions under two conditions: a position of the set has at most m different options in
    the set, and a position outside the set has more than m. *)
From Coq Require Import NArith ZArith List Lia.
From Sprague Require Import Game Lists Kernel NimSum.
Import ListNotations.
Local Open Scope nat_scope.

(** * If no option may be forbidden, play is normal play *)
Section Nothing.
  Context {X : Type} (move same : X -> X -> Prop).
  Let nobody (_ : X) := False.

  Fixpoint losing_plain x (l : losing_blocked move same 0 x) : losing move nobody x
  with winning_plain x (w : winning_blocked move same 0 x) : winning move nobody x.
  Proof.
    - destruct l as [x [|] le all]; [|exfalso; cbn in le; lia]. constructor; [|intros _ []].
      intros y m. destruct (all y m) as [E|w]; [inversion E|]. exact (winning_plain y w).
    - destruct w as [x some]. destruct (some [] (le_n 0)) as (y & m & _ & l). exact (Winning _ _ x y m (losing_plain y l)).
  Qed.

  Theorem nothing_forbidden x : losing_blocked move same 0 x <-> losing move nobody x.
  Proof.
    split; [apply losing_plain|]. intro l.
    refine (losing_both X move nobody (losing_blocked move same 0) (winning_blocked move same 0) _ _ _ x l).
    - intros y _ IH _. apply (Losing_blocked _ _ _ y []); [auto|]. intros z m. right. auto.
    - intros y z m _ IH. constructor. intros [|u f] le; [|exfalso; cbn in le; lia]. exists z. split; [auto|]. split; [|auto].
      intro E. inversion E.
    - intros y _ [].
  Qed.
End Nothing.

(** * Positions with more different options than a player may forbid *)
Definition different {X : Type} (same : X -> X -> Prop) : list X -> Prop := ForallOrdPairs (fun y z => ~ same y z).

Section Different.
  Context {X : Type} (same : X -> X -> Prop).

  Lemma different_app l l' : different same (l ++ l') <->
    different same l /\ different same l' /\ forall y z, In y l -> In z l' -> ~ same y z.
  Proof.
    induction l as [|u l IH]; cbn [app].
    - split; [intro D; split; [constructor|]; split; [exact D|intros y z []]|tauto].
    - split.
      + intro D. inversion D as [|? ? F D']; subst. apply IH in D' as (D1 & D2 & A). rewrite Forall_app in F. destruct F as [F1 F2].
        split; [now constructor|]. split; [exact D2|]. intros y z [<-|Hy] Hz; [|now apply A].
        rewrite Forall_forall in F2. now apply F2.
      + intros (D1 & D2 & A). inversion D1 as [|? ? F D']; subst. constructor.
        * apply Forall_app. split; [exact F|]. apply Forall_forall. intros z Hz. apply A; auto. now left.
        * apply IH. repeat split; auto. intros y z Hy Hz. apply A; auto. now right.
  Qed.
End Different.

Section Kernel.
  Context {X : Type} (move same : X -> X -> Prop) (m : nat) (D S : X -> Prop) (ranks : list (X -> Z)).

  (** The proposition that at least j different options of x are in the set. *)
  Definition options_in (j : nat) (x : X) : Prop :=
    exists l, length l = j /\ different same l /\ Forall (fun y => move x y /\ S y) l.

  Hypothesis closed : forall x y, D x -> move x y -> D y.
  Hypothesis falls : forall x y, D x -> move x y -> lower ranks y x.
  Hypothesis same_decided : forall y z, D y -> same y z \/ ~ same y z.
  Hypothesis same_both : forall y z u, D y -> D z -> same y u -> same z u -> same y z.
  Hypothesis decided : forall x, D x -> S x \/ ~ S x.
  Hypothesis counted : forall x j, D x -> j <= m -> options_in j x \/ ~ options_in j x.
  Hypothesis apart : forall x, D x -> S x -> ~ options_in (1 + m) x.
  Hypothesis into : forall x, D x -> ~ S x -> options_in (1 + m) x.

  Lemma same_one l y : D y -> Exists (same y) l \/ ~ Exists (same y) l.
  Proof.
    intro Dy. induction l as [|z l IH]; [right; intro E; inversion E|].
    destruct (same_decided y z Dy) as [E|E]; [left; now left|]. destruct IH as [F|F]; [left; now right|].
    right. intro G. inversion G; auto.
  Qed.

  Lemma same_as l z : Forall D l -> (exists y, In y l /\ same y z) \/ forall y, In y l -> ~ same y z.
  Proof.
    induction 1 as [|y l Dy _ IH]; [right; intros _ []|]. destruct (same_decided y z Dy) as [E|E].
    - left. exists y. split; [now left|exact E].
    - destruct IH as [(u & Hu & K)|K]; [left; exists u; split; [now right|exact K]|]. right. intros u [<-|Hu]; auto.
  Qed.

  (** If the number of forbidden positions is less than the number of different options, some option is permitted. *)
  Lemma one_left forbidden : forall l, Forall D l -> different same l -> length forbidden < length l ->
    exists y, In y l /\ ~ Exists (same y) forbidden.
  Proof.
    induction forbidden as [|z f IH]; intros l Dl Dif L.
    - destruct l as [|y l]; cbn in L; [lia|]. exists y. split; [now left|]. intro E. inversion E.
    - destruct (same_as l z Dl) as [(y & Hy & K)|K].
      + apply in_split in Hy as (p & q & ->). rewrite Forall_app in Dl. destruct Dl as [Dp Dq].
        apply Forall_cons_iff in Dq as [Dy Dq].
        assert (Dpq : Forall D (p ++ q)) by (apply Forall_app; auto).
        apply different_app in Dif as (D1 & D2 & A). inversion D2 as [|? ? F D3]; subst.
        assert (Dif' : different same (p ++ q)).
        { apply different_app. repeat split; auto. intros u w Hu Hw. apply A; auto. now right. }
        destruct (IH (p ++ q) Dpq Dif') as (u & Hu & Nu); [rewrite len_app in *; cbn in L; lia|].
        exists u. apply in_app_iff in Hu. split; [apply in_app_iff; cbn; tauto|]. intro E. inversion E as [? ? Eu|? ? Eu]; subst; [|auto].
        assert (Du : D u) by (rewrite Forall_forall in Dpq; apply Dpq, in_app_iff; auto).
        destruct Hu as [Hu|Hu].
        * apply (A u y Hu (or_introl eq_refl)). now apply (same_both u y z).
        * rewrite Forall_forall in F. apply (F u Hu). now apply (same_both y u z).
      + destruct (IH l Dl Dif) as (u & Hu & Nu); [cbn in L; lia|]. exists u. split; [exact Hu|].
        intro E. inversion E as [? ? Eu|? ? Eu]; subst; [now apply (K u)|auto].
  Qed.

  (** At a position of the set, all options in the set can be forbidden. *)
  Lemma all_forbidden x : D x -> S x -> exists l, length l <= m /\ forall y, move x y -> S y -> Exists (same y) l.
  Proof.
    intros Dx Sx.
    assert (K : exists j, j <= m /\ options_in j x /\ ~ options_in (1 + j) x).
    { assert (K : forall i, i <= m -> ~ options_in (1 + i) x -> exists j, j <= m /\ options_in j x /\ ~ options_in (1 + j) x).
      { induction i as [|i IH]; intros L N.
        - exists 0. split; [exact L|]. split; [|exact N]. exists []. repeat split; constructor.
        - destruct (counted x (1 + i) Dx L) as [C|C]; [exists (1 + i); auto|]. apply IH; [lia|exact C]. }
      apply (K m); auto. }
    destruct K as (j & L & (l & Ll & Dif & Fl) & N). exists l. split; [lia|]. intros y My Sy.
    destruct (same_one l y) as [E|E]; [eauto|exact E|]. exfalso. apply N. exists (y :: l). split; [cbn; lia|]. split.
    - constructor; [|exact Dif]. apply Forall_forall. intros z Hz K. apply E. apply Exists_exists. eauto.
    - constructor; auto.
  Qed.

  Theorem kernel_blocked x : D x ->
    (losing_blocked move same m x <-> S x) /\ (winning_blocked move same m x <-> ~ S x).
  Proof.
    induction (lower_wf ranks x) as [x _ IH]. intro Dx.
    assert (IH' : forall y, move x y -> (losing_blocked move same m y <-> S y) /\ (winning_blocked move same m y <-> ~ S y)).
    { intros y my. apply IH; eauto. }
    assert (One : ~ S x -> forall f, length f <= m -> exists y, move x y /\ S y /\ ~ Exists (same y) f).
    { intros Nx f L. destruct (into x Dx Nx) as (l & Ll & Dif & Fl). destruct (one_left f l) as (y & Hy & Ny); auto.
      - apply Forall_forall. intros y Hy. rewrite Forall_forall in Fl. apply (closed x); auto. now apply Fl.
      - lia.
      - rewrite Forall_forall in Fl. destruct (Fl y Hy). eauto. }
    assert (L : S x -> losing_blocked move same m x).
    { intro Sx. destruct (all_forbidden x Dx Sx) as (l & Ll & A). apply (Losing_blocked _ _ _ x l Ll). intros y my.
      destruct (decided y (closed x y Dx my)) as [Sy|Ny]; [left; auto|]. right. now apply (IH' y my). }
    assert (W : ~ S x -> winning_blocked move same m x).
    { intro Nx. constructor. intros f Lf. destruct (One Nx f Lf) as (y & my & Sy & Ny). exists y. split; [exact my|].
      split; [exact Ny|]. now apply (IH' y my). }
    assert (L' : losing_blocked move same m x -> S x).
    { intro l. destruct (decided x Dx) as [|Nx]; auto. exfalso. inversion l as [x' f Lf all E]; subst.
      destruct (One Nx f Lf) as (y & my & Sy & Ny). destruct (all y my) as [|w]; auto. now apply (IH' y my) in w. }
    assert (W' : winning_blocked move same m x -> ~ S x).
    { intros w Sx. destruct (all_forbidden x Dx Sx) as (l & Ll & A). inversion w as [x' some E]; subst.
      destruct (some l Ll) as (y & my & Ny & ly). apply Ny, A; [exact my|]. now apply (IH' y my). }
    tauto.
  Qed.
End Kernel.
