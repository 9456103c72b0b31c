;; Sums rows of the model, at unit length, and projects the sum. A row is 4-bit numbers, two to a byte, the low half first, each stored plus 8.
(module
  (memory (import "memory" "all") 1)

  ;; Adds four numbers, given as the low part of 16-bit lanes, times the weight.
  (func $add (param $to i32) (param $numbers v128) (param $weight v128)
    (v128.store (local.get $to)
      (f32x4.add
        (v128.load (local.get $to))
        (f32x4.mul
          (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $numbers)))
          (local.get $weight))))
    (v128.store offset=16 (local.get $to)
      (f32x4.add
        (v128.load offset=16 (local.get $to))
        (f32x4.mul
          (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $numbers)))
          (local.get $weight)))))

  ;; Adds $count rows of $stride bytes, each times its weight, to the numbers at $to.
  (func (export "sum")
    (param $rows i32) (param $stride i32) (param $list i32) (param $weights i32) (param $count i32) (param $to i32)
    (local $last i32) (local $row i32) (local $end i32) (local $out i32)
    (local $packed v128) (local $low v128) (local $high v128) (local $numbers v128) (local $weight v128)
    (local.set $last (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $list) (local.get $last)))
        (local.set $row
          (i32.add (local.get $rows) (i32.mul (i32.load (local.get $list)) (local.get $stride))))
        (local.set $end (i32.add (local.get $row) (local.get $stride)))
        (local.set $weight (v128.load32_splat (local.get $weights)))
        (local.set $out (local.get $to))
        (loop $step
          (local.set $packed (v128.load (local.get $row)))
          (local.set $low
            (i8x16.sub
              (v128.and (local.get $packed) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15))
              (v128.const i8x16 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8)))
          (local.set $high
            (i8x16.sub
              (i8x16.shr_u (local.get $packed) (i32.const 4))
              (v128.const i8x16 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8)))
          (local.set $numbers
            (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $low) (local.get $high)))
          (call $add (local.get $out) (i16x8.extend_low_i8x16_s (local.get $numbers)) (local.get $weight))
          (call $add
            (i32.add (local.get $out) (i32.const 32))
            (i16x8.extend_high_i8x16_s (local.get $numbers))
            (local.get $weight))
          (local.set $numbers
            (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $low) (local.get $high)))
          (call $add
            (i32.add (local.get $out) (i32.const 64))
            (i16x8.extend_low_i8x16_s (local.get $numbers))
            (local.get $weight))
          (call $add
            (i32.add (local.get $out) (i32.const 96))
            (i16x8.extend_high_i8x16_s (local.get $numbers))
            (local.get $weight))
          (local.set $out (i32.add (local.get $out) (i32.const 128)))
          (br_if $step
            (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 16))) (local.get $end))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (local.set $weights (i32.add (local.get $weights) (i32.const 4)))
        (br $each))))

  ;; Scales $count numbers, a multiple of four, to unit length. Zeros stay zeros.
  (func (export "unit") (param $vector i32) (param $count i32)
    (local $at i32) (local $end i32) (local $sum v128) (local $squares f32)
    (local.set $end (i32.add (local.get $vector) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $at (local.get $vector))
    (loop $step
      (local.set $sum
        (f32x4.add (local.get $sum)
          (f32x4.mul (v128.load (local.get $at)) (v128.load (local.get $at)))))
      (br_if $step (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (local.set $squares
      (f32.add
        (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
        (f32.add (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum)))))
    (if (f32.gt (local.get $squares) (f32.const 0))
      (then
        (local.set $sum (f32x4.splat (f32.div (f32.const 1) (f32.sqrt (local.get $squares)))))
        (local.set $at (local.get $vector))
        (loop $scale
          (v128.store (local.get $at) (f32x4.mul (v128.load (local.get $at)) (local.get $sum)))
          (br_if $scale
            (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))))

  ;; The product of $count numbers with a matrix whose lines are $line bytes long, a multiple of 64.
  (func (export "project")
    (param $vector i32) (param $matrix i32) (param $count i32) (param $line i32) (param $to i32)
    (local $column i32) (local $at i32) (local $left i32) (local $from i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $number v128)
    (loop $columns
      (local.set $a (v128.const f32x4 0 0 0 0))
      (local.set $b (v128.const f32x4 0 0 0 0))
      (local.set $c (v128.const f32x4 0 0 0 0))
      (local.set $d (v128.const f32x4 0 0 0 0))
      (local.set $at (local.get $vector))
      (local.set $from (i32.add (local.get $matrix) (local.get $column)))
      (local.set $left (local.get $count))
      (loop $step
        (local.set $number (v128.load32_splat (local.get $at)))
        (local.set $a
          (f32x4.add (local.get $a) (f32x4.mul (local.get $number) (v128.load (local.get $from)))))
        (local.set $b
          (f32x4.add (local.get $b) (f32x4.mul (local.get $number) (v128.load offset=16 (local.get $from)))))
        (local.set $c
          (f32x4.add (local.get $c) (f32x4.mul (local.get $number) (v128.load offset=32 (local.get $from)))))
        (local.set $d
          (f32x4.add (local.get $d) (f32x4.mul (local.get $number) (v128.load offset=48 (local.get $from)))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (local.set $from (i32.add (local.get $from) (local.get $line)))
        (br_if $step (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
      (v128.store (i32.add (local.get $to) (local.get $column)) (local.get $a))
      (v128.store offset=16 (i32.add (local.get $to) (local.get $column)) (local.get $b))
      (v128.store offset=32 (i32.add (local.get $to) (local.get $column)) (local.get $c))
      (v128.store offset=48 (i32.add (local.get $to) (local.get $column)) (local.get $d))
      (br_if $columns
        (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 64))) (local.get $line))))))
