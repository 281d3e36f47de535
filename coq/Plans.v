(** Plans: checks that no move leads from one set into another, and that some move leads there from every position.

    The image of a move is the set of positions from which the move leads into the target. A plan contains the image of
    each move and a strategy that finds the move. The check proves that every position, in some order of its entries, is
    in one of the images: it removes the images one after another until no position remains. If a move has keys, the
    checks read the keys instead of the position. *)
From Coq Require Import NArith ZArith List Bool Lia Permutation FMapPositive.
From Sprague Require Import Game Lists DigitConditions Strategies Numerations Compile EntryOrders Moves MoveKeys Ranks PPositions.
Import ListNotations.
Local Open Scope nat_scope.

Definition in_set (n : nat) (a : automaton) : cond := Member a (seq 0 n).

Lemma in_set_means b n a x : length x = n -> (means b (in_set n a) x <-> member b a x = true).
Proof. intros <-. cbn [in_set means]. now rewrite pick_all. Qed.

(** The number of keys of a move, and the keys from which the move leads into the target. *)
Record between := Between { count : nat; into_target : automaton }.

(** The image of a move: the number of the move, the positions from which it leads into the target, and a strategy. *)
Record image := Image { kind : nat; leads : automaton; found : strategy }.

(** The removal of image number [which], with the entries in the given order. If [rest] is given, it contains all
    remaining positions, and the next removals start from [rest]. *)
Record taken := Taken { which : nat; order : list nat; rest : option automaton }.

(** A plan for one target: keys for some moves, images, and removals. *)
Record plan := Plan { through : list (option between); images : list image; away : list taken }.

Section Plan.
  Context (b : numeration) (r : rule) (hints : list hint) (g : followed).
  Let n := entries r.

  (** The condition that the guesses form a move into the target. *)
  Definition leading (target : cond) (m : played) : cond := both (rename (n + more m) (arrival m) target) (when m).

  (** A condition on the entries, rewritten as a condition on the entries and k more numbers. *)
  Definition before (k : nat) (f : cond) : cond := rename (n + k) (seq 0 n) f.

  (** ** No move leads from one set into the other *)
  Definition apart_ok (f target : cond) (mo : played * option between) : bool :=
    let (m, o) := mo in
    match o with
    | None => never b (n + more m) (both (before (more m) f) (leading target m))
    | Some (Between k t) =>
        match split_at_keys n k (more m) (leading target m) with
        | Some s =>
            never b (n + k) (both (before k f) (both (before k (every (near s))) (both (keys_are n (keys s)) (Member t (seq n k)))))
            && never b (k + more m) (both (every (far s)) (No (in_set k t)))
        | None => false
        end
    end.

  Definition apart_all (f target : cond) (p : plan) : bool :=
    (length (kinds g) =? length (through p)) && forallb (apart_ok f target) (combine (kinds g) (through p)).

  (** ** Some move leads into the target from every position of the domain *)
  Definition image_ok (target : cond) (p : plan) (i : image) : bool :=
    match nth_error (kinds g) (kind i), nth (kind i) (through p) None with
    | Some m, None => strategy_ok b n (in_set n (leads i)) (more m) (leading target m) (found i)
    | Some m, Some (Between k t) =>
        match split_at_keys n k (more m) (leading target m) with
        | Some s =>
            never b n (both (in_set n (leads i)) (No (every (near s))))
            && never b (n + k) (both (both (before k (in_set n (leads i))) (keys_are n (keys s))) (No (Member t (seq n k))))
            && strategy_ok b k (in_set k t) (more m) (every (far s)) (found i)
        | None => false
        end
    | None, _ => false
    end.

  (** The condition that a position of the domain is in none of the images. *)
  Fixpoint outside (care : cond) (is : list image) (ts : list taken) : option cond :=
    match ts with
    | [] => Some care
    | Taken i o rest :: ts =>
        match nth_error is i with
        | Some i =>
            if order_ok n (groups r) o then
              let less := both care (No (Member (leads i) o)) in
              match rest with
              | None => outside less is ts
              | Some a => if never b n (both less (No (in_set n a))) then outside (in_set n a) is ts else None
              end
            else None
        | None => None
        end
    end.

  Definition reach_ok (care target : cond) (p : plan) : bool :=
    symmetric b r care && symmetric b r target && never b n (both target (No (domain g)))
    && forallb (image_ok target p) (images p)
    && match outside (both care (sorted r)) (images p) (away p) with Some f => never b n f | None => false end.

  (** ** Correctness *)
  Hypothesis followed_so : follow b r hints = Some g.
  Hypothesis stop_symmetric : symmetric b r (stopped g) = true.
  Hypothesis win_symmetric : symmetric b r (won g) = true.
  Hypothesis domain_symmetric : symmetric b r (domain g) = true.

  Lemma leading_means target m x v : length x = n -> length v = more m ->
    (means b (leading target m) (x ++ v) <-> means b target (pick 0%N (arrival m) (x ++ v)) /\ means b (when m) (x ++ v)).
  Proof. intros lx lv. unfold leading. now rewrite both_means, rename_means by (rewrite len_app; lia). Qed.

  Lemma before_means k f x v : length x = n -> length v = k -> (means b (before k f) (x ++ v) <-> means b f x).
  Proof. apply (here_means b r). Qed.

  Lemma after_means k a x v : length x = n -> length v = k -> (means b (Member a (seq n k)) (x ++ v) <-> member b a v = true).
  Proof. intros lx lv. cbn [means]. now rewrite pick_shift. Qed.

  Theorem apart_sound f target p : symmetric b r f = true -> symmetric b r target = true -> apart_all f target p = true ->
    forall x y, is_position r x -> means b f x -> move r x y -> ~ means b target y.
  Proof.
    intros Sf St Ap x y [lx Dx] Fx Mo Hy. assert (Py : is_position r y) by apply Mo. destruct Py as [ly _].
    destruct (move_guess b r hints g followed_so stop_symmetric win_symmetric x y lx Mo) as (m & o & v & Hm & Ho & lv & W & la & Pi).
    unfold apart_all in Ap. rewrite andb_true_iff, Nat.eqb_eq in Ap. destruct Ap as [Le Ap].
    destruct (combine_in (kinds g) (through p) m) as (t & Ht); auto. apply (forallb_in _ _ _ Ap) in Ht. unfold apart_ok in Ht.
    destruct (order_bounds r o Ho) as [Lo _]. assert (lx' : length (pick 0%N o x) = n) by (now rewrite length_pick).
    assert (Fx' : means b f (pick 0%N o x)) by (now apply (symmetric_order b r hints g followed_so)).
    assert (L : means b (leading target m) (pick 0%N o x ++ v)).
    { rewrite leading_means by auto. rewrite Pi. split; [now apply (symmetric_order b r hints g followed_so)|exact W]. }
    destruct t as [[k t]|].
    - destruct (split_at_keys n k (more m) (leading target m)) as [s|] eqn:Sp; [|discriminate].
      rewrite andb_true_iff in Ht. destruct Ht as [Hx Hg].
      destruct (split_right b _ _ _ _ _ (pick 0%N o x) v Sp lx' lv) as [lk Sr]. apply Sr in L as [Ne Fa].
      set (ks := key_values (keys s) (pick 0%N o x)) in *.
      assert (T : member b t ks = true).
      { rewrite <- (in_set_means b k) by auto. assert (T : means b (in_set k t) (ks ++ v)).
        - apply (never_without b (k + more m) (every (far s))); auto; [rewrite len_app; lia|now apply every_means].
        - cbn [in_set means] in *. rewrite pick_left in T; auto. apply Forall_forall. intros i Hi. apply in_seq in Hi. lia. }
      apply (never_sound b _ _ Hx (pick 0%N o x ++ ks)); [rewrite len_app; lia|]. rewrite !both_means.
      rewrite !before_means, after_means, every_means by auto. repeat split; auto. eapply keys_are_means; eauto.
    - apply (never_sound b _ _ Ht (pick 0%N o x ++ v)); [rewrite len_app; lia|]. rewrite both_means, before_means by auto. auto.
  Qed.

  Lemma image_sound target p i x : image_ok target p i = true -> length x = n -> member b (leads i) x = true ->
    exists m v, In m (kinds g) /\ length v = more m /\ means b (leading target m) (x ++ v).
  Proof.
    unfold image_ok. intros Ok lx Ax. destruct (nth_error (kinds g) (kind i)) as [m|] eqn:Em; [|discriminate].
    apply nth_error_In in Em. assert (Ix : means b (in_set n (leads i)) x) by (now apply in_set_means).
    destruct (nth (kind i) (through p) None) as [[k t]|].
    - destruct (split_at_keys n k (more m) (leading target m)) as [s|] eqn:Sp; [|discriminate].
      rewrite !andb_true_iff in Ok. destruct Ok as [[Ne Ke] St]. set (ks := key_values (keys s) x).
      assert (lk : length ks = k).
      { destruct (split_right b _ _ _ _ _ x (repeat 0%N (more m)) Sp lx (len_repeat _ _)) as [lk _]. exact lk. }
      assert (T : member b t ks = true).
      { rewrite <- (after_means k t x ks) by auto. eapply never_without; [exact Ke|rewrite len_app; lia|].
        rewrite both_means, before_means by auto. split; [exact Ix|]. eapply keys_are_means; eauto. }
      destruct (strategy_sound b k _ _ _ _ St ks lk) as (v & lv & Fa); [now apply in_set_means|].
      exists m, v. split; [exact Em|]. split; [exact lv|]. apply (split_right b _ _ _ _ _ x v Sp lx lv). split.
      + apply every_means. now apply (never_without b n _ _ x Ne).
      + now apply every_means in Fa.
    - destruct (strategy_sound b n _ _ _ _ Ok x lx Ix) as (v & lv & L). exists m, v. auto.
  Qed.

  Lemma outside_sound is ts : forall care f, outside care is ts = Some f -> forall x, length x = n -> means b care x ->
    means b f x \/ exists i o, In i is /\ order_ok n (groups r) o = true /\ member b (leads i) (pick 0%N o x) = true.
  Proof.
    induction ts as [|[i o rest] ts IH]; cbn [outside]; intros care f H x lx Cx; [injection H as <-; auto|].
    destruct (nth_error is i) as [j|] eqn:E; [|discriminate]. apply nth_error_In in E.
    destruct (order_ok n (groups r) o) eqn:Oo; [|discriminate].
    destruct (member b (leads j) (pick 0%N o x)) eqn:A; [right; eauto|].
    assert (Less : means b (both care (No (Member (leads j) o))) x).
    { rewrite both_means. split; [exact Cx|]. cbn [means]. now rewrite A. }
    destruct rest as [a|]; [|now apply (IH _ _ H x lx)].
    destruct (never b n _) eqn:Ne in H; [|discriminate]. apply (IH _ _ H x lx). now apply (never_without b n _ _ x Ne).
  Qed.

  Theorem reach_sound care target p : reach_ok care target p = true ->
    forall x, length x = n -> means b care x -> exists y, move r x y /\ length y = n /\ means b target y.
  Proof.
    unfold reach_ok. rewrite !andb_true_iff. intros [[[[Sc Si] In_d] Im] Li].
    pose proof (groups_length b r hints g followed_so) as Lg.
    assert (Dom : forall y, length y = n -> means b target y -> holds (positions r) y).
    { intros y ly My. rewrite <- (domain_means b r hints g followed_so). now apply (never_without b n _ _ y In_d). }
    intros x lx.
    enough (H : forall x, length x = length (groups r) -> means b care x -> exists y, move r x y /\ length y = n /\ means b target y)
      by (apply H; rewrite Lg; exact lx).
    clear x lx.
    apply (sorted_enough (groups r) (fun x => means b care x -> exists y, move r x y /\ length y = n /\ means b target y)).
    - intros i j x Hij lx Px Cx. rewrite Lg in *. pose proof (swap_is_order b r hints g followed_so i j Hij) as Hs.
      destruct (order_bounds r _ Hs) as [Ls _]. apply (symmetric_order b r hints g followed_so) in Cx; auto.
      destruct (Px Cx) as (y & m & ly & My). exists (pick 0%N (swap_order n i j) y).
      split; [now apply (move_swap b r hints g followed_so stop_symmetric win_symmetric domain_symmetric)|]. split; [now rewrite length_pick|]. now apply (symmetric_order b r hints g followed_so).
    - intros x lx So Cx. rewrite Lg in *.
      destruct (outside _ (images p) (away p)) as [f|] eqn:Out; [|discriminate].
      destruct (outside_sound _ _ _ _ Out x lx) as [Fx|(i & o & Hi & Oo & Ax)].
      { rewrite both_means. split; [exact Cx|]. now apply sorted_means. }
      { now apply (never_sound b n _ Li) in Fx. }
      apply (forallb_in _ _ _ Im) in Hi. destruct (is_order_inverse r o Oo) as (Io & _).
      assert (lo : length (pick 0%N o x) = n) by (rewrite length_pick; now apply order_bounds).
      destruct (image_sound target p i _ Hi lo Ax) as (m & v & Em & lv & L).
      rewrite leading_means in L by auto. destruct L as [Mi Mw].
      destruct (guess_move b r hints g followed_so stop_symmetric win_symmetric x m o v lx Em Oo lv Mw) as (ly & Mo & Sy).
      exists (pick 0%N (inverse o) (pick 0%N (arrival m) (pick 0%N o x ++ v))).
      apply (Sy target Si) in Mi. split; [apply Mo; auto|]. split; auto.
  Qed.
End Plan.
