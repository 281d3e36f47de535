(** Lemmas about lists: their lengths, their elements with given indices, and membership. *)
From Coq Require Import List Bool Arith Lia.
From Sprague Require Import Game.
Import ListNotations.

(** Some lemmas have different names in different versions of the standard library; they are stated here with fixed
    names. *)
Lemma len_map {A B} (f : A -> B) l : length (map f l) = length l.
Proof. induction l; cbn; auto. Qed.
Lemma len_app {A} (l m : list A) : length (l ++ m) = length l + length m.
Proof. induction l; cbn; auto. Qed.
Lemma len_seq n : forall s, length (seq s n) = n.
Proof. induction n; cbn; auto. Qed.
Lemma len_repeat {A} (a : A) n : length (repeat a n) = n.
Proof. induction n; cbn; auto. Qed.
Lemma len_combine {A B} (l : list A) : forall m : list B, length l = length m -> length (combine l m) = length l.
Proof. induction l; intros [|]; cbn; intros [=]; auto. Qed.

Lemma length_pick {A} (d : A) order l : length (pick d order l) = length order.
Proof. apply len_map. Qed.

Lemma pick_app {A} (d : A) p q l : pick d (p ++ q) l = pick d p l ++ pick d q l.
Proof. apply map_app. Qed.

Lemma pick_pick {A} (d : A) p q l : Forall (fun i => i < length q) p -> pick d p (pick d q l) = pick d (pick 0 p q) l.
Proof.
  unfold pick. rewrite map_map. induction 1 as [|i p Hi _ IH]; cbn; auto. f_equal; auto.
  rewrite (nth_indep _ d (nth 0 l d)) by (now rewrite len_map). apply (map_nth (fun j => nth j l d)).
Qed.

Lemma pick_shift {A} (d : A) s n l m : length l = s -> length m = n -> pick d (seq s n) (l ++ m) = m.
Proof.
  revert s l n; induction m as [|a m IH]; intros s l n Hl Hn; cbn in Hn; subst n; cbn; auto.
  rewrite app_nth2, Hl, Nat.sub_diag by lia. cbn. f_equal.
  change (a :: m) with ([a] ++ m). rewrite app_assoc. apply IH; auto. rewrite len_app. cbn. lia.
Qed.

Lemma pick_all {A} (d : A) l : pick d (seq 0 (length l)) l = l.
Proof. apply (pick_shift d 0 (length l) [] l); auto. Qed.

Lemma pick_left {A} (d : A) order l m : Forall (fun i => i < length l) order -> pick d order (l ++ m) = pick d order l.
Proof. unfold pick. induction 1 as [|i order Hi _ IH]; cbn; auto. rewrite app_nth1, IH; auto. Qed.

Lemma forallb_in {A} (f : A -> bool) l a : forallb f l = true -> In a l -> f a = true.
Proof. rewrite forallb_forall. auto. Qed.

Lemma existsb_in {A} (f : A -> bool) l : existsb f l = true -> exists a, In a l /\ f a = true.
Proof. apply existsb_exists. Qed.

Lemma forallb_Forall {A} (f : A -> bool) (P : A -> Prop) l : (forall a, f a = true -> P a) -> forallb f l = true -> Forall P l.
Proof. intros H F. rewrite forallb_forall in F. apply Forall_forall. auto. Qed.

Lemma combine_in {A B} (l : list A) : forall (l' : list B) a, length l' = length l -> In a l -> exists c, In (a, c) (combine l l').
Proof.
  induction l as [|u l IH]; intros [|v l'] a; cbn; try tauto; try discriminate.
  intros [= H] [->|Ha]; eauto. destruct (IH l' a H Ha) as (c & Hc). eauto.
Qed.
