(** Numerations: digits in a base, or words of digits with recurrent weights. This file defines the checks for both
    kinds of digits. For recurrent weights, the compiled conditions are about words. *)
From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Sprague Require Import Game Lists Digits RecurrentWeights LinearForms WeightedForms DigitWords DigitConditions StateSearch Strategies.
Import ListNotations.
Local Open Scope N_scope.

Inductive numeration := InBase (b : N) | InWords (s : words).

(** Whether an automaton accepts a list of numbers. *)
Definition member (d : numeration) (a : automaton) (x : list N) : bool :=
  match d with
  | InBase b => accepts b a x
  | InWords s => accepts_by (weights (given (heft s)) (factors (heft s))) a x
  end.

(** The meaning of a digit condition as a proposition about numbers. *)
Fixpoint means (d : numeration) (f : cond) (v : list N) : Prop :=
  match f with
  | Yes => True
  | Fact f c rs is_zero _ _ =>
      (if is_zero then dot f v + c + residues_value rs v = 0 else 0 <= dot f v + c + residues_value rs v)%Z
  | Weighed w f c is_zero => match d with InBase b => weighed_means b w f c is_zero v | InWords _ => False end
  | IsPower i => match d with InBase b => exists e, nth i v 0 = b ^ e | InWords _ => False end
  | Member a places => member d a (pick 0 places v) = true
  | Both f g => means d f v /\ means d g v
  | Either f g => means d f v \/ means d g v
  | No f => ~ means d f v
  end.

Lemma means_base b f v : means (InBase b) f v <-> DigitConditions.means b f v.
Proof. induction f; cbn; tauto. Qed.

(** * Conditions on words of digits *)
Fixpoint of_words (w : weighing) (f : cond) : option cond :=
  match f with
  | Yes => Some Yes
  | Fact f c [] is_zero _ _ => Some (Weighed w f c is_zero)
  | Member a places => Some (Member a places)
  | Both f g => match of_words w f, of_words w g with Some f, Some g => Some (Both f g) | _, _ => None end
  | Either f g => match of_words w f, of_words w g with Some f, Some g => Some (Either f g) | _, _ => None end
  | No f => option_map No (of_words w f)
  | _ => None
  end.

(** The conjunction of f and the condition that the words with the given indices represent numbers. *)
Definition among (s : words) (places : list nat) (f : cond) : cond :=
  fold_right (fun i f => Both (Member (number_words (digits s) (terms s) (repeats s)) [i]) f) f places.

Section In_words.
  Context (s : words).
  Hypothesis ok : words_ok s = true.
  Local Notation b := (digits s).

  Lemma encode_zero : encode s 0 = 0. Proof. reflexivity. Qed.

  Lemma nth_encoded i x : nth i (map (encode s) x) 0 = encode s (nth i x 0).
  Proof. apply (map_nth (encode s) x 0). Qed.

  Lemma pick_encoded p x : pick 0 p (map (encode s) x) = map (encode s) (pick 0 p x).
  Proof. unfold pick. rewrite map_map. apply map_ext. intro i. apply nth_encoded. Qed.

  Lemma weigh_encoded f x : weigh (amount b (heft s)) f (map (encode s) x) = dot f x.
  Proof.
    induction f as [|[c i] f IH]; cbn [weigh dot]; auto. rewrite IH, nth_encoded.
    now rewrite (proj2 (encode_is_number s ok (nth i x 0))).
  Qed.

  Lemma means_words f : forall g, of_words (heft s) f = Some g -> fine b g = true -> forall x,
    (means (InWords s) f x <-> DigitConditions.means b g (map (encode s) x)).
  Proof.
    induction f as [|f c rs is_zero low high|w f c is_zero|i|a places|f IHf g IHg|f IHf g IHg|f IH];
      cbn [of_words]; intros h H F x; try discriminate.
    - injection H as <-. cbn. tauto.
    - destruct rs; [|discriminate]. injection H as <-. cbn [means DigitConditions.means residues_value]. unfold weighed_means.
      rewrite weigh_encoded, Z.add_0_r. tauto.
    - injection H as <-. cbn [means member DigitConditions.means]. rewrite pick_encoded. cbn [fine] in F. apply Pos.eqb_eq in F.
      rewrite <- (accepts_encoded s ok a (pick 0 places x)); [reflexivity|]. now rewrite length_pick.
    - destruct (of_words _ f), (of_words _ g); try discriminate. injection H as <-. cbn [fine] in F. apply andb_true_iff in F as [F1 F2].
      cbn [means DigitConditions.means]. now rewrite (IHf _ eq_refl F1 x), (IHg _ eq_refl F2 x).
    - destruct (of_words _ f), (of_words _ g); try discriminate. injection H as <-. cbn [fine] in F. apply andb_true_iff in F as [F1 F2].
      cbn [means DigitConditions.means]. now rewrite (IHf _ eq_refl F1 x), (IHg _ eq_refl F2 x).
    - destruct (of_words _ f); [|discriminate]. injection H as <-. cbn [fine] in F. cbn [means DigitConditions.means].
      now rewrite (IH _ eq_refl F x).
  Qed.

  Lemma among_means places f c :
    DigitConditions.means b (among s places f) c <-> Forall (fun i => is_number s (nth i c 0)) places /\ DigitConditions.means b f c.
  Proof.
    induction places as [|i places IH]; cbn [among fold_right DigitConditions.means].
    - split; [intro; split; [constructor|auto]|tauto].
    - fold (among s places f). rewrite IH, Forall_cons_iff. unfold is_number. cbn [pick map]. tauto.
  Qed.

  Lemma among_fine places f : fine b (among s places f) = true -> fine b f = true.
  Proof. induction places as [|i places IH]; cbn [among fold_right fine]; auto. rewrite andb_true_iff. tauto. Qed.

  Lemma among_numbers places f x : DigitConditions.means b f (map (encode s) x) -> DigitConditions.means b (among s places f) (map (encode s) x).
  Proof.
    intro H. apply among_means. split; auto. apply Forall_forall. intros i _. rewrite nth_encoded. now apply encode_is_number.
  Qed.

  Lemma decoded l : Forall (is_number s) l -> exists x, map (encode s) x = l.
  Proof.
    induction 1 as [|c l H _ (x & IH)]; [exists []; auto|]. destruct (number_encoded s ok c H) as [n E].
    exists (n :: x). cbn. now rewrite E, IH.
  Qed.
End In_words.

(** * Decidable conditions, and conditions that are never true *)
Definition decidable (d : numeration) (f : cond) : bool :=
  match d with
  | InBase b => (1 <? b) && fine b f
  | InWords s => words_ok s && match of_words (heft s) f with Some g => fine (digits s) g | None => false end
  end.

Lemma means_dec d f x : decidable d f = true -> means d f x \/ ~ means d f x.
Proof.
  destruct d as [b|s]; cbn [decidable]; rewrite andb_true_iff.
  - rewrite N.ltb_lt. intros [base F]. rewrite means_base. apply (DigitConditions.means_dec b base f (size x) x F). now apply below_size.
  - intros [ok F]. destruct (of_words (heft s) f) as [g|] eqn:E; [|discriminate]. rewrite (means_words s ok f g E F x).
    apply (DigitConditions.means_dec _ (base s ok) g (size (map (encode s) x)) _ F). apply below_size, base, ok.
Qed.

(** The search proves that no n numbers satisfy f. *)
Definition never (d : numeration) (n : nat) (f : cond) : bool :=
  match d with
  | InBase b => StateSearch.never b n f
  | InWords s => words_ok s &&
      match of_words (heft s) f with Some g => StateSearch.never (digits s) n (among s (seq 0 n) g) | None => false end
  end.

Theorem never_sound d n f : never d n f = true -> forall v, length v = n -> ~ means d f v.
Proof.
  destruct d as [b|s]; cbn [never].
  - intros H v len. rewrite means_base. now apply (StateSearch.never_sound b n f).
  - rewrite andb_true_iff. intros [ok H] v len M. destruct (of_words (heft s) f) as [g|] eqn:E; [|discriminate].
    apply (StateSearch.never_sound _ _ _ H (map (encode s) v)); [now rewrite len_map|]. apply among_numbers; auto.
    apply (means_words s ok f g E); auto. unfold StateSearch.never in H. rewrite !andb_true_iff in H. now apply (among_fine s (seq 0 n)).
Qed.

(** The check of a strategy; for recurrent weights, the strategy reads words. *)
Definition strategy_ok (d : numeration) (n : nat) (care : cond) (k : nat) (f : cond) (s : strategy) : bool :=
  match d with
  | InBase b => Strategies.strategy_ok b n care k f s
  | InWords ws => words_ok ws &&
      match of_words (heft ws) care, of_words (heft ws) f with
      | Some g, Some h => Strategies.strategy_ok (digits ws) n (among ws (seq 0 n) g) k (among ws (seq n k) h) s
      | _, _ => false
      end
  end.

Theorem strategy_sound d n care k f s : strategy_ok d n care k f s = true -> forall x, length x = n -> means d care x ->
  exists g, length g = k /\ means d f (x ++ g).
Proof.
  destruct d as [b|ws]; cbn [strategy_ok]; intros H x len M.
  - rewrite means_base in M. destruct (Strategies.strategy_sound b n care k f s H x len M) as (g & lg & Mf).
    exists g. now rewrite means_base.
  - apply andb_true_iff in H as [ok H]. destruct (of_words (heft ws) care) as [h|] eqn:Ec; [|discriminate].
    destruct (of_words (heft ws) f) as [g|] eqn:E0; [|discriminate].
    pose proof H as K. unfold Strategies.strategy_ok in K. rewrite !andb_true_iff in K. destruct K as [[[[_ Fc] Ff] _] _].
    apply among_fine in Fc, Ff. apply (means_words ws ok care h Ec Fc) in M.
    destruct (Strategies.strategy_sound _ _ _ _ _ s H (map (encode ws) x)) as (c & lc & Mf);
      [now rewrite len_map|now apply among_numbers|].
    apply among_means in Mf as [Nu Mf]. destruct (decoded ws ok c) as (y & Ey).
    { apply Forall_forall. intros e He. apply In_nth with (d := 0) in He as (j & Hj & <-). rewrite Forall_forall in Nu.
      specialize (Nu (n + j)%nat). rewrite app_nth2 in Nu by (rewrite len_map; lia).
      rewrite len_map, len in Nu.
      replace (n + j - n)%nat with j in Nu by lia. apply Nu, in_seq. lia. }
    exists y. split; [rewrite <- Ey, len_map in lc; auto|].
    apply (means_words ws ok f g E0 Ff). now rewrite map_app, Ey.
Qed.
