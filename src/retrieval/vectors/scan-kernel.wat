;; Dot products of vectors.
(module
  (memory (import "memory" "all") 1)

  ;; The dot products of a vector of int16 numbers with four rows of $width int8 numbers, each added to a number of $sums.
  (func $four (param $query i32) (param $rows i32) (param $width i32) (param $sums v128) (result v128)
    (local $at i32) (local $bAt i32) (local $cAt i32) (local $dAt i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $numbers v128)
    (local.set $bAt (i32.add (local.get $rows) (local.get $width)))
    (local.set $cAt (i32.add (local.get $bAt) (local.get $width)))
    (local.set $dAt (i32.add (local.get $cAt) (local.get $width)))
    (block $done
      (loop $step
        (br_if $done (i32.ge_u (local.get $at) (local.get $width)))
        (local.set $numbers (v128.load (i32.add (local.get $query) (i32.shl (local.get $at) (i32.const 1)))))
        (local.set $a
          (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s (local.get $numbers) (v128.load8x8_s (i32.add (local.get $rows) (local.get $at))))))
        (local.set $b
          (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s (local.get $numbers) (v128.load8x8_s (i32.add (local.get $bAt) (local.get $at))))))
        (local.set $c
          (i32x4.add (local.get $c)
            (i32x4.dot_i16x8_s (local.get $numbers) (v128.load8x8_s (i32.add (local.get $cAt) (local.get $at))))))
        (local.set $d
          (i32x4.add (local.get $d)
            (i32x4.dot_i16x8_s (local.get $numbers) (v128.load8x8_s (i32.add (local.get $dAt) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $step)))
    ;; The four sums side by side.
    (local.set $numbers
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $c
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (i32x4.add (local.get $sums)
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $numbers) (local.get $c))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $numbers) (local.get $c)))))

  ;; One vector of int16 numbers with the rows of a block, four at a time: with $front numbers of each from $rows on, and $back numbers
  ;; from $others on. Each result is multiplied with the scale of its row and with $factor.
  (func (export "scan")
    (param $query i32) (param $rows i32) (param $others i32) (param $scales i32) (param $out i32) (param $count i32)
    (param $front i32) (param $back i32) (param $factor f32)
    (local $end i32) (local $rest i32) (local $sums v128) (local $factors v128)
    (local.set $factors (f32x4.splat (local.get $factor)))
    (local.set $rest (i32.add (local.get $query) (i32.shl (local.get $front) (i32.const 1))))
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $sums
          (call $four (local.get $query) (local.get $rows) (local.get $front) (v128.const i32x4 0 0 0 0)))
        (if (local.get $back)
          (then
            (local.set $sums
              (call $four (local.get $rest) (local.get $others) (local.get $back) (local.get $sums)))))
        (v128.store (local.get $out)
          (f32x4.mul
            (f32x4.mul (f32x4.convert_i32x4_s (local.get $sums)) (v128.load (local.get $scales)))
            (local.get $factors)))
        (local.set $rows (i32.add (local.get $rows) (i32.shl (local.get $front) (i32.const 2))))
        (local.set $others (i32.add (local.get $others) (i32.shl (local.get $back) (i32.const 2))))
        (local.set $scales (i32.add (local.get $scales) (i32.const 16)))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (br $each))))

  ;; One vector of int16 numbers with one of int8 numbers: a query in finer steps, for a few rows.
  (func $dot (export "dot") (param $query i32) (param $row i32) (param $width i32) (result i32)
    (local $end i32) (local $numbers v128) (local $sum v128)
    (local.set $end (i32.add (local.get $row) (local.get $width)))
    (block $done
      (loop $step
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $numbers (v128.load (local.get $row)))
        (local.set $sum
          (i32x4.add (local.get $sum)
            (i32x4.add
              (i32x4.dot_i16x8_s
                (v128.load (local.get $query))
                (i16x8.extend_low_i8x16_s (local.get $numbers)))
              (i32x4.dot_i16x8_s
                (v128.load offset=16 (local.get $query))
                (i16x8.extend_high_i8x16_s (local.get $numbers))))))
        (local.set $query (i32.add (local.get $query) (i32.const 32)))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (br $step)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

  ;; One vector of int16 numbers with rows that lie in blocks of 1,024: of all rows of a block the first $front numbers, then the other
  ;; $back numbers, then the scales. Each result is multiplied with $factor and the scale of its row.
  (func (export "dots")
    (param $query i32) (param $slots i32) (param $count i32) (param $blocks i32) (param $front i32) (param $back i32)
    (param $factor f64) (param $out i32)
    (local $end i32) (local $slot i32) (local $block i32) (local $place i32) (local $sum i32)
    (local.set $end (i32.add (local.get $slots) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $slots) (local.get $end)))
        (local.set $slot (i32.load (local.get $slots)))
        (local.set $place (i32.and (local.get $slot) (i32.const 1023)))
        (local.set $block
          (i32.add (local.get $blocks)
            (i32.mul
              (i32.shr_u (local.get $slot) (i32.const 10))
              (i32.shl
                (i32.add (i32.add (local.get $front) (local.get $back)) (i32.const 4))
                (i32.const 10)))))
        (local.set $sum
          (call $dot
            (local.get $query)
            (i32.add (local.get $block) (i32.mul (local.get $place) (local.get $front)))
            (local.get $front)))
        (local.set $block (i32.add (local.get $block) (i32.shl (local.get $front) (i32.const 10))))
        (local.set $sum
          (i32.add (local.get $sum)
            (call $dot
              (i32.add (local.get $query) (i32.shl (local.get $front) (i32.const 1)))
              (i32.add (local.get $block) (i32.mul (local.get $place) (local.get $back)))
              (local.get $back))))
        (local.set $block (i32.add (local.get $block) (i32.shl (local.get $back) (i32.const 10))))
        (f64.store (local.get $out)
          (f64.mul
            (f64.mul (f64.convert_i32_s (local.get $sum)) (local.get $factor))
            (f64.promote_f32
              (f32.load (i32.add (local.get $block) (i32.shl (local.get $place) (i32.const 2)))))))
        (local.set $slots (i32.add (local.get $slots) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (br $each)))))
