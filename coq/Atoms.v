(** Atoms of formulas. Each atom contains an automaton that evaluates the atom digit by digit.

    [DigitConditions] contains linear conditions, residues and powers. Formulas have further atoms, about columns of
    digits and about the final zeros of a number. Each atom contains a proof that its automaton is correct. *)
From Coq Require Import NArith ZArith List Bool Lia.
From Sprague Require Import Game Digits DigitConditions EarlyVerdict Functions.
Import ListNotations.

Record atom (b : N) := Atom {
  true_at : list N -> Prop;
  state_after : nat -> list N -> list Z;          (* the state after the given number of digits of each number *)
  further : list Z -> list nat -> list Z;  (* the state after one more column *)
  true_now : list Z -> bool;
  doomed : list Z -> bool;                 (* whether the atom is false whatever digits follow *)
  state_after_further : forall L x, state_after (S L) x = further (state_after L (shorter b x)) (last_digits b x);
  true_now_right : forall L x, below b L x -> (true_now (state_after L x) = true <-> true_at x);
  doomed_further : forall L x, below b (S L) x -> doomed (state_after L (shorter b x)) = true -> doomed (state_after (S L) x) = true;
  doomed_right : forall L x, below b L x -> doomed (state_after L x) = true -> ~ true_at x
}.
Arguments true_at {b}. Arguments state_after {b}. Arguments further {b}. Arguments true_now {b}. Arguments doomed {b}.

Section Atoms.
  Context (b : N).
  Hypothesis base : (1 < b)%N.

  (** ** Linear conditions, residues, powers *)
  Definition read (f : cond) (H : fine b f = true) : atom b.
  Proof.
    refine (Atom b (means b f) (known b f) (fun s c => step b f c s (fun rest => rest)) (fun s => fst (now f s)) (hopeless f)
      _ _ _ _); intros L x.
    - rewrite <- (app_nil_r (known b f (S L) x)), <- (known_step b base f H L x [] (fun rest => rest)).
      now rewrite app_nil_r.
    - intro B. destruct (now_known b base f H L x [] B) as (t & E & K). now rewrite app_nil_r in E; rewrite E.
    - intros _. now apply hopeless_stays.
    - now apply hopeless_false.
  Defined.

  (** ** The sum of the digits in every column is divisible by m *)
  Definition sums_divisible (places : list nat) (m : N) (x : list N) : Prop :=
    forall i, (column_sum b i (pick 0%N places x) mod m = 0)%N.
  Definition divisible_now (places : list nat) (m : N) (x : list N) : bool :=
    forallb (fun i => column_sum b (N.of_nat i) (pick 0%N places x) mod m =? 0)%N (seq 0 (size (pick 0%N places x))).
  Definition digit_sum (l : list nat) : N := fold_right (fun d sum => N.of_nat d + sum)%N 0%N l.

  Lemma divisible_decided places m x : divisible_now places m x = true <-> sums_divisible places m x.
  Proof.
    unfold divisible_now, sums_divisible. set (l := pick 0%N places x). rewrite forallb_forall. split; intros H i.
    - destruct (N.ltb_spec i (N.of_nat (size l))) as [small|large].
      + specialize (H (N.to_nat i)). rewrite Nnat.N2Nat.id in H. apply N.eqb_eq, H, in_seq. lia.
      + assert (E : column_sum b i l = 0%N); [|rewrite E; destruct m; reflexivity].
        pose proof (below_size b base l) as B. unfold below in B. revert B. generalize (size l) large. clear -base.
        intros L HL. induction 1 as [|n l Hn _ IH]; cbn; [reflexivity|]. fold (column_sum b i l). rewrite IH.
        rewrite N.div_small; [rewrite N.mod_small by lia; reflexivity|].
        eapply N.lt_le_trans; [exact Hn | apply N.pow_le_mono_r; lia].
    - intros _. apply N.eqb_eq, H.
  Qed.

  Lemma column_sum_0 l : column_sum b 0 l = digit_sum (last_digits b l).
  Proof.
    unfold column_sum, digit_sum, last_digits. induction l as [|n l IH]; cbn [fold_right map]; [reflexivity|].
    now rewrite IH, N.pow_0_r, N.div_1_r, Nnat.N2Nat.id.
  Qed.
  Lemma column_sum_shorter i l : column_sum b i (shorter b l) = column_sum b (N.succ i) l.
  Proof.
    unfold column_sum, shorter. induction l as [|n l IH]; cbn [fold_right map]; [reflexivity|].
    rewrite IH, N.pow_succ_r', N.div_div; [reflexivity | lia | apply N.pow_nonzero; lia].
  Qed.

  Lemma divisible_further places m x : sums_divisible places m x <->
    sums_divisible places m (shorter b x) /\ (digit_sum (pick O places (last_digits b x)) mod m =? 0)%N = true.
  Proof.
    unfold sums_divisible. rewrite N.eqb_eq, <- shorter_pick, <- last_pick, <- column_sum_0. split.
    - intro H. split; [intro i; rewrite column_sum_shorter|]; apply H.
    - intros [H H0] i. destruct (N.eq_0_gt_0_cases i) as [->|Hi]; [exact H0|].
      rewrite <- (N.succ_pred i), <- column_sum_shorter by lia. apply H.
  Qed.

  Definition column_sums (places : list nat) (m : N) : atom b.
  Proof.
    refine (Atom b (sums_divisible places m) (fun _ x => [if divisible_now places m x then 1 else 0]%Z)
      (fun s c => if (digit_sum (pick O places c) mod m =? 0)%N then s else [0%Z])
      (fun s => match s with r :: _ => (r =? 1)%Z | [] => false end)
      (fun s => match s with r :: _ => (r =? 0)%Z | [] => false end) _ _ _ _); intros L x; try intros _.
    - pose proof (divisible_further places m x) as H. rewrite <- !divisible_decided in H.
      destruct (divisible_now places m x), (divisible_now places m (shorter b x)), (_ =? 0)%N; intuition congruence.
    - rewrite <- divisible_decided. destruct (divisible_now places m x); cbn; intuition congruence.
    - pose proof (divisible_further places m x) as H. rewrite <- !divisible_decided in H.
      destruct (divisible_now places m x), (divisible_now places m (shorter b x)); cbn; intuition congruence.
    - rewrite <- divisible_decided. destruct (divisible_now places m x); cbn; intuition congruence.
  Defined.

  (** ** Final zeros *)
  Definition entry (i : nat) (x : list N) : N := nth i x 0%N.
  Definition entry_digit (i : nat) (c : list nat) : nat := nth i c 0.

  Lemma entry_further i x : exists n d, (d < b)%N /\ entry i x = (b * n + d)%N /\ entry i (shorter b x) = n /\
    entry_digit i (last_digits b x) = N.to_nat d.
  Proof.
    exists (entry i x / b)%N, (entry i x mod b)%N. destruct (split_off b base (entry i x)) as [E D].
    split; [exact D|]. split; [exact E|]. split.
    - unfold entry, shorter. exact (map_nth (fun n => n / b)%N x 0%N i).
    - unfold entry, entry_digit, last_digits. exact (map_nth (fun n => N.to_nat (n mod b)) x 0%N i).
  Qed.

  Lemma digit_eqb d : (N.to_nat d =? 0)%nat = (d =? 0)%N.
  Proof. destruct (N.eqb_spec d 0), (Nat.eqb_spec (N.to_nat d) 0); auto; lia. Qed.

  (** The number of final zeros of n, but at most m; -1 if n is 0. *)
  Definition zeros (m : Z) (n : N) : Z := if (n =? 0)%N then (-1)%Z else Z.min m (Z.of_N (v b n)).
  Definition zeros_further (m z : Z) (d : nat) : Z :=
    if (d =? 0)%nat then if (z <? 0)%Z then (-1)%Z else Z.min m (z + 1) else 0%Z.

  Lemma zeros_digit m n d : (0 <= m)%Z -> (d < b)%N -> zeros m (b * n + d) = zeros_further m (zeros m n) (N.to_nat d).
  Proof.
    intros Hm db. unfold zeros, zeros_further. rewrite digit_zero, v_digit, digit_eqb by auto.
    destruct (N.eqb_spec d 0), (N.eqb_spec n 0); cbn [andb]; try reflexivity; try lia.
    destruct (Z.ltb_spec (Z.min m (Z.of_N (v b n))) 0); lia.
  Qed.

  Lemma zeros_known m n : (0 <= m)%Z -> (0 <=? zeros m n)%Z = negb (n =? 0)%N.
  Proof. intro. unfold zeros. destruct (n =? 0)%N; [reflexivity|]. apply Z.leb_le. lia. Qed.
  Lemma zeros_max m n : (0 <= m)%Z -> Z.max 0 (zeros m n) = Z.min m (Z.of_N (v b n)).
  Proof. intro. unfold zeros. destruct (N.eqb_spec n 0) as [->|]; [cbn|]; lia. Qed.

  Lemma mod_twice n m : ((n mod m) mod m = n mod m)%N.
  Proof. destruct (N.eq_dec m 0) as [->|]; [now destruct n | now apply N.mod_mod]. Qed.
  Lemma mod_succ n m : ((n mod m + 1) mod m = N.succ n mod m)%N.
  Proof.
    rewrite <- N.add_1_r. destruct (N.eq_dec m 0) as [->|]; [now destruct n | now apply N.add_mod_idemp_l].
  Qed.

  (** The atom that the number with index i has at least m final zeros. *)
  Definition v_at_least (i : nat) (m : N) : atom b.
  Proof.
    refine (Atom b (fun x => m <= v b (entry i x))%N (fun _ x => [zeros (Z.of_N m) (entry i x)])
      (fun s c => match s with z :: _ => [zeros_further (Z.of_N m) z (entry_digit i c)] | [] => [] end)
      (fun s => match s with z :: _ => (Z.of_N m <=? Z.max 0 z)%Z | [] => false end)
      (fun _ => false) _ _ _ _); try discriminate; intros L x; try intros _.
    - destruct (entry_further i x) as (n & d & db & -> & -> & ->). f_equal. apply zeros_digit; lia.
    - rewrite Z.leb_le. unfold zeros. destruct (N.eqb_spec (entry i x) 0) as [->|]; [cbn|]; lia.
  Defined.

  (** The atom that the number of final zeros of the number with index i has one of the residues rs modulo m. *)
  Definition v_residue (i : nat) (m : N) (rs : list N) : atom b.
  Proof.
    refine (Atom b (fun x => In (v b (entry i x) mod m)%N rs)
      (fun _ x => [if (entry i x =? 0)%N then (-1)%Z else Z.of_N (v b (entry i x) mod m)])
      (fun s c => match s with
        | z :: _ => [if (entry_digit i c =? 0)%nat then if (z <? 0)%Z then (-1)%Z
                     else Z.of_N ((Z.to_N z + 1) mod m) else Z.of_N (0 mod m)]
        | [] => [] end)
      (fun s => match s with z :: _ => existsb (N.eqb (Z.to_N (Z.max 0 z) mod m)) rs | [] => false end)
      (fun _ => false) _ _ _ _); try discriminate; intros L x; try intros _.
    - destruct (entry_further i x) as (n & d & db & -> & -> & ->). f_equal. rewrite digit_zero, v_digit, digit_eqb by auto.
      destruct (N.eqb_spec d 0), (N.eqb_spec n 0); cbn [andb]; try reflexivity.
      rewrite (proj2 (Z.ltb_ge _ _) (N2Z.is_nonneg _)). rewrite N2Z.id. f_equal.
      rewrite mod_succ. reflexivity.
    - assert (E : (Z.to_N (Z.max 0 (if (entry i x =? 0)%N then -1 else Z.of_N (v b (entry i x) mod m))) mod m =
                   v b (entry i x) mod m)%N).
      { destruct (N.eqb_spec (entry i x) 0) as [->|]; [reflexivity|].
        rewrite Z.max_r by apply N2Z.is_nonneg. rewrite N2Z.id. apply mod_twice. }
      rewrite E, existsb_exists. split.
      + intros (r & I & Q). apply N.eqb_eq in Q. now subst.
      + intro I. eexists. split; [exact I | apply N.eqb_refl].
  Defined.

  (** The atom that the number with index j has at least k more final zeros than the number with index i. *)
  Definition clip (m z : Z) : Z := Z.max (- m) (Z.min m z).

  Definition v_compare (i j : nat) (k : Z) : atom b.
  Proof.
    refine (Atom b (fun x => Z.of_N (v b (entry i x)) + k <= Z.of_N (v b (entry j x)))%Z
      (fun _ x => let m := (Z.abs k + 1)%Z in [zeros m (entry i x); zeros m (entry j x);
         clip m (Z.of_N (v b (entry j x)) - Z.of_N (v b (entry i x)))])
      (let m := (Z.abs k + 1)%Z in fun s c => match s with
        | [y; z; e] =>
            let d := entry_digit i c in let d' := entry_digit j c in
            let y' := zeros_further m y d in let z' := zeros_further m z d' in
            [y'; z'; if (d =? 0)%nat && (d' =? 0)%nat && (0 <=? y)%Z && (0 <=? z)%Z then e
                     else clip m (Z.max 0 z' - Z.max 0 y')]
        | _ => [] end)
      (fun s => match s with [_; _; e] => (k <=? e)%Z | _ => false end)
      (fun _ => false) _ _ _ _); try discriminate; intros L x; try intros _; cbn zeta.
    - destruct (entry_further i x) as (n & d & db & -> & -> & ->).
      destruct (entry_further j x) as (n' & d' & db' & -> & -> & ->).
      rewrite <- !zeros_digit by lia. f_equal. f_equal. f_equal. rewrite !digit_eqb, !zeros_known by lia.
      set (m := (Z.abs k + 1)%Z). assert (0 <= m)%Z by lia. rewrite !zeros_max, !v_digit by auto.
      destruct (d =? 0)%N, (d' =? 0)%N, (n =? 0)%N, (n' =? 0)%N; cbn [andb negb]; unfold clip; lia.
    - rewrite Z.leb_le. unfold clip. lia.
  Defined.

  Lemma low_eqb n d n' d' : (d < b)%N -> (d' < b)%N -> (b * n' + d' =? low b (b * n + d))%N =
    if (d =? 0)%N then (n' =? low b n)%N && (d' =? 0)%N else (n' =? 0)%N && (d' =? 1)%N.
  Proof.
    intros db db'. rewrite low_digit by auto.
    assert (E : forall q e, (e < b)%N -> (b * n' + d' =? b * q + e)%N = (n' =? q)%N && (d' =? e)%N).
    { intros q e eb. destruct (N.eqb_spec n' q) as [->|], (N.eqb_spec d' e) as [->|]; cbn [andb].
      - apply N.eqb_refl.
      - apply N.eqb_neq. lia.
      - apply N.eqb_neq. nia.
      - apply N.eqb_neq. intro Q. destruct (digit_last b base n' d' db') as [A _], (digit_last b base q e eb) as [B _].
        rewrite Q in A. congruence. }
    destruct (d =? 0)%N.
    - rewrite <- E by lia. f_equal. lia.
    - rewrite <- E by lia. f_equal. lia.
  Qed.

  (** The atom that number j is the greatest power of b that divides number i, or that both numbers are 0. *)
  Definition is_low (i j : nat) : atom b.
  Proof.
    refine (Atom b (fun x => entry j x = low b (entry i x))
      (fun _ x => [if (entry j x =? low b (entry i x))%N then if (entry j x =? 0)%N then 0 else 2
                 else if (entry j x =? 0)%N then 1 else 3]%Z)
      (fun s c => match s, entry_digit i c, entry_digit j c with
        | [0%Z], O, O => [0%Z]
        | [1%Z], _, O | [0%Z], _, O => [1%Z]
        | [0%Z], S _, 1%nat | [1%Z], S _, 1%nat => [2%Z]
        | [2%Z], O, O => [2%Z]
        | _, _, _ => [3%Z] end)
      (fun s => match s with [0%Z] | [2%Z] => true | _ => false end)
      (fun s => match s with [3%Z] => true | _ => false end) _ _ _ _); intros L x; try intros _.
    - destruct (entry_further i x) as (n & d & db & -> & -> & ->).
      destruct (entry_further j x) as (n' & d' & db' & -> & -> & ->).
      rewrite low_eqb, digit_zero by auto.
      destruct (N.eqb_spec n' 0), (N.to_nat d) as [|u] eqn:E;
        [assert (d = 0%N) as -> by lia | | assert (d = 0%N) as -> by lia | ];
        try rewrite (proj2 (N.eqb_neq d 0)) by lia;
        (destruct (N.to_nat d') as [|[|u']] eqn:E';
          [assert (d' = 0%N) as -> by lia | assert (d' = 1%N) as -> by lia |
           rewrite ?(proj2 (N.eqb_neq d' 0)), ?(proj2 (N.eqb_neq d' 1)) by lia]);
        destruct (N.eqb_spec n' (low b n)); cbn [andb N.eqb]; reflexivity.
    - destruct (N.eqb_spec (entry j x) (low b (entry i x))), (entry j x =? 0)%N; intuition congruence.
    - destruct (entry_further i x) as (n & d & db & -> & -> & _).
      destruct (entry_further j x) as (n' & d' & db' & -> & -> & _).
      rewrite low_eqb, digit_zero by auto.
      destruct (N.eqb_spec n' (low b n)), (N.eqb_spec n' 0); try discriminate. intros _.
      destruct (N.eqb_spec d 0); cbn [andb]; reflexivity.
    - destruct (N.eqb_spec (entry j x) (low b (entry i x))), (entry j x =? 0)%N; intuition congruence.
  Defined.
End Atoms.

(** ** Bitwise functions

    The atom states that the number with index j is the value of the bitwise expression [e]. *)
Inductive bits := Entry (i : nat) | Xor (e f : bits) | BitAnd (e f : bits) | BitOr (e f : bits).

Fixpoint bits_value (e : bits) (x : list N) : N :=
  match e with
  | Entry i => entry i x
  | Xor e f => N.lxor (bits_value e x) (bits_value f x)
  | BitAnd e f => N.land (bits_value e x) (bits_value f x)
  | BitOr e f => N.lor (bits_value e x) (bits_value f x)
  end.
Fixpoint bits_digit (e : bits) (c : list nat) : bool :=
  match e with
  | Entry i => negb (entry_digit i c =? 0)%nat
  | Xor e f => xorb (bits_digit e c) (bits_digit f c)
  | BitAnd e f => bits_digit e c && bits_digit f c
  | BitOr e f => bits_digit e c || bits_digit f c
  end.

Lemma bits_further e x :
  (bits_value e x / 2 = bits_value e (shorter 2 x) /\ bits_value e x mod 2 = N.b2n (bits_digit e (last_digits 2 x)))%N.
Proof.
  assert (D : forall n, (n / 2 = N.shiftr n 1)%N) by (intro n; now rewrite N.shiftr_div_pow2).
  assert (M : forall n, (n mod 2 = N.b2n (N.testbit n 0))%N) by (intro n; symmetry; apply N.bit0_mod).
  assert (O : forall n c, (n mod 2 = N.b2n c -> N.testbit n 0 = c)%N).
  { intros n c H. rewrite M in H. destruct (N.testbit n 0), c; cbn in H; congruence. }
  induction e as [i|e IHe f IHf|e IHe f IHf|e IHe f IHf]; cbn [bits_value bits_digit].
  - destruct (entry_further 2 eq_refl i x) as (n & d & db & -> & -> & ->).
    destruct (digit_last 2 eq_refl n d db) as [-> ->]. split; [reflexivity|].
    destruct d as [|[p|p|]]; try reflexivity; destruct p; discriminate db.
  - destruct IHe as [E1 E2], IHf as [F1 F2]. rewrite D in *.
    rewrite N.shiftr_lxor, E1, F1, M, N.lxor_spec, (O _ _ E2), (O _ _ F2). auto.
  - destruct IHe as [E1 E2], IHf as [F1 F2]. rewrite D in *.
    rewrite N.shiftr_land, E1, F1, M, N.land_spec, (O _ _ E2), (O _ _ F2). auto.
  - destruct IHe as [E1 E2], IHf as [F1 F2]. rewrite D in *.
    rewrite N.shiftr_lor, E1, F1, M, N.lor_spec, (O _ _ E2), (O _ _ F2). auto.
Qed.

Lemma is_bits_further e j x : (entry j x =? bits_value e x)%N =
  (entry j (shorter 2 x) =? bits_value e (shorter 2 x))%N && Bool.eqb (negb (entry_digit j (last_digits 2 x) =? 0)%nat) (bits_digit e (last_digits 2 x)).
Proof.
  destruct (bits_further e x) as [E1 E2], (bits_further (Entry j) x) as [F1 F2]. cbn [bits_value bits_digit] in F1, F2.
  rewrite <- E1, <- F1. set (d := negb _) in *. set (c := bits_digit e _) in *.
  pose proof (N.div_mod (entry j x) 2). pose proof (N.div_mod (bits_value e x) 2). rewrite E2, F2 in *.
  destruct (N.eqb_spec (entry j x / 2) (bits_value e x / 2)), (Bool.eqb_spec d c); cbn [andb];
    (apply N.eqb_eq || apply N.eqb_neq); clearbody d c; destruct d, c; cbn [N.b2n] in *; try congruence; lia.
Qed.

Definition is_bits (e : bits) (j : nat) : atom 2.
Proof.
  refine (Atom 2 (fun x => entry j x = bits_value e x) (fun _ x => [if (entry j x =? bits_value e x)%N then 1 else 0]%Z)
    (fun s c => if Bool.eqb (negb (entry_digit j c =? 0)%nat) (bits_digit e c) then s else [0%Z])
    (fun s => match s with r :: _ => (r =? 1)%Z | [] => false end)
    (fun s => match s with r :: _ => (r =? 0)%Z | [] => false end) _ _ _ _); intros L x; try intros _.
  - rewrite (is_bits_further e j x). destruct (Bool.eqb _ _); [now rewrite andb_true_r | now rewrite andb_false_r].
  - rewrite <- N.eqb_eq. destruct (_ =? _)%N; cbn; intuition congruence.
  - rewrite (is_bits_further e j x). destruct (entry j (shorter 2 x) =? _)%N; [discriminate | reflexivity].
  - rewrite <- N.eqb_eq. destruct (_ =? _)%N; cbn; intuition congruence.
Defined.
