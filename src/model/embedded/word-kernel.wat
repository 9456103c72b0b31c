;; Lays words of the model against one another. A row of the model is 4-bit numbers, two to a byte, each stored plus 8.
;; Spread out it is int16 numbers: of each sixteen bytes the low halves, then the high halves. No likeness depends on the order.
(module
  (memory (import "memory" "all") 1)

  ;; Spreads out the first $bytes bytes of a row.
  (func $spread (export "spread") (param $row i32) (param $to i32) (param $bytes i32)
    (local $end i32) (local $packed v128) (local $half v128)
    (local.set $end (i32.add (local.get $row) (local.get $bytes)))
    (loop $step
      (local.set $packed (v128.load (local.get $row)))
      (local.set $half
        (i8x16.sub
          (v128.and (local.get $packed) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15))
          (v128.const i8x16 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8)))
      (v128.store (local.get $to) (i16x8.extend_low_i8x16_s (local.get $half)))
      (v128.store offset=16 (local.get $to) (i16x8.extend_high_i8x16_s (local.get $half)))
      (local.set $half
        (i8x16.sub
          (i8x16.shr_u (local.get $packed) (i32.const 4))
          (v128.const i8x16 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8)))
      (v128.store offset=32 (local.get $to) (i16x8.extend_low_i8x16_s (local.get $half)))
      (v128.store offset=48 (local.get $to) (i16x8.extend_high_i8x16_s (local.get $half)))
      (local.set $to (i32.add (local.get $to) (i32.const 64)))
      (br_if $step
        (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 16))) (local.get $end)))))

  ;; The dot product of two rows that are spread out, $bytes bytes each.
  (func $dot (export "dot") (param $a i32) (param $b i32) (param $bytes i32) (result i32)
    (local $at i32) (local $sum v128) (local $other v128)
    (loop $step
      (local.set $sum
        (i32x4.add (local.get $sum)
          (i32x4.add
            (i32x4.dot_i16x8_s
              (v128.load (i32.add (local.get $a) (local.get $at)))
              (v128.load (i32.add (local.get $b) (local.get $at))))
            (i32x4.dot_i16x8_s
              (v128.load offset=16 (i32.add (local.get $a) (local.get $at)))
              (v128.load offset=16 (i32.add (local.get $b) (local.get $at)))))))
      (local.set $other
        (i32x4.add (local.get $other)
          (i32x4.add
            (i32x4.dot_i16x8_s
              (v128.load offset=32 (i32.add (local.get $a) (local.get $at)))
              (v128.load offset=32 (i32.add (local.get $b) (local.get $at))))
            (i32x4.dot_i16x8_s
              (v128.load offset=48 (i32.add (local.get $a) (local.get $at)))
              (v128.load offset=48 (i32.add (local.get $b) (local.get $at)))))))
      (br_if $step
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $bytes))))
    (local.set $sum (i32x4.add (local.get $sum) (local.get $other)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

  ;; For each told word a line of $line bytes: its cosine with each of the asked ones, four at a time, the last of which
  ;; may have scales of zero; and the highest of them, or zero.
  (func (export "compare")
    (param $rows i32) (param $stride i32) (param $bytes i32) (param $told i32) (param $count i32)
    (param $asked i32) (param $scales i32)
    (param $space i32) (param $table i32) (param $line i32) (param $nearest i32)
    (local $wide i32) (local $end i32) (local $column i32) (local $at i32) (local $squares i32)
    (local $aAt i32) (local $bAt i32) (local $cAt i32) (local $dAt i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $numbers v128)
    (local $scale v128) (local $cosines v128) (local $best v128)
    (local.set $wide (i32.shl (local.get $bytes) (i32.const 2)))
    (local.set $end (i32.add (local.get $told) (i32.shl (local.get $count) (i32.const 1))))
    ;; The rows lie far apart. Read once in a row, they come from memory side by side instead of one after the other.
    (local.set $at (local.get $told))
    (block $read
      (loop $row
        (br_if $read (i32.ge_u (local.get $at) (local.get $end)))
        (i32.store (local.get $space)
          (i32.load
            (i32.add (local.get $rows) (i32.mul (i32.load16_u (local.get $at)) (local.get $stride)))))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (br $row)))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $told) (local.get $end)))
        (call $spread
          (i32.add (local.get $rows) (i32.mul (i32.load16_u (local.get $told)) (local.get $stride)))
          (local.get $space)
          (local.get $bytes))
        (local.set $squares (call $dot (local.get $space) (local.get $space) (local.get $wide)))
        (local.set $scale
          (f32x4.splat
            (if (result f32) (local.get $squares)
              (then (f32.div (f32.const 1) (f32.sqrt (f32.convert_i32_s (local.get $squares)))))
              (else (f32.const 0)))))
        (local.set $best (v128.const f32x4 0 0 0 0))
        (local.set $column (i32.const 0))
        (local.set $aAt (local.get $asked))
        (loop $four
          (local.set $bAt (i32.add (local.get $aAt) (local.get $wide)))
          (local.set $cAt (i32.add (local.get $bAt) (local.get $wide)))
          (local.set $dAt (i32.add (local.get $cAt) (local.get $wide)))
          (local.set $a (v128.const i32x4 0 0 0 0))
          (local.set $b (v128.const i32x4 0 0 0 0))
          (local.set $c (v128.const i32x4 0 0 0 0))
          (local.set $d (v128.const i32x4 0 0 0 0))
          (local.set $at (i32.const 0))
          (loop $step
            (local.set $numbers (v128.load (i32.add (local.get $space) (local.get $at))))
            (local.set $a
              (i32x4.add (local.get $a)
                (i32x4.dot_i16x8_s (local.get $numbers) (v128.load (i32.add (local.get $aAt) (local.get $at))))))
            (local.set $b
              (i32x4.add (local.get $b)
                (i32x4.dot_i16x8_s (local.get $numbers) (v128.load (i32.add (local.get $bAt) (local.get $at))))))
            (local.set $c
              (i32x4.add (local.get $c)
                (i32x4.dot_i16x8_s (local.get $numbers) (v128.load (i32.add (local.get $cAt) (local.get $at))))))
            (local.set $d
              (i32x4.add (local.get $d)
                (i32x4.dot_i16x8_s (local.get $numbers) (v128.load (i32.add (local.get $dAt) (local.get $at))))))
            (br_if $step
              (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $wide))))
          ;; The four sums side by side.
          (local.set $numbers
            (i32x4.add
              (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
              (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
          (local.set $c
            (i32x4.add
              (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
              (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
          (local.set $cosines
            (f32x4.mul
              (f32x4.mul
                (f32x4.convert_i32x4_s
                  (i32x4.add
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $numbers) (local.get $c))
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $numbers) (local.get $c))))
                (local.get $scale))
              (v128.load (i32.add (local.get $scales) (local.get $column)))))
          (v128.store (i32.add (local.get $table) (local.get $column)) (local.get $cosines))
          (local.set $best (f32x4.pmax (local.get $best) (local.get $cosines)))
          (local.set $aAt (i32.add (local.get $dAt) (local.get $wide)))
          (br_if $four
            (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $line))))
        (f32.store (local.get $nearest)
          (f32.max
            (f32.max (f32x4.extract_lane 0 (local.get $best)) (f32x4.extract_lane 1 (local.get $best)))
            (f32.max (f32x4.extract_lane 2 (local.get $best)) (f32x4.extract_lane 3 (local.get $best)))))
        (local.set $nearest (i32.add (local.get $nearest) (i32.const 4)))
        (local.set $table (i32.add (local.get $table) (local.get $line)))
        (local.set $told (i32.add (local.get $told) (i32.const 2)))
        (br $each))))

  ;; Of the lines at these places the highest number in each column, at least zero, times the column's share, summed.
  (func (export "answer")
    (param $places i32) (param $count i32) (param $table i32) (param $line i32) (param $shares i32) (result f32)
    (local $column i32) (local $at i32) (local $end i32) (local $best v128) (local $sum v128)
    (local.set $end (i32.add (local.get $places) (i32.shl (local.get $count) (i32.const 1))))
    (loop $four
      (local.set $best (v128.const f32x4 0 0 0 0))
      (local.set $at (local.get $places))
      (block $done
        (loop $each
          (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
          (local.set $best
            (f32x4.pmax (local.get $best)
              (v128.load
                (i32.add
                  (i32.add (local.get $table) (local.get $column))
                  (i32.mul (i32.load16_u (local.get $at)) (local.get $line))))))
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (br $each)))
      (local.set $sum
        (f32x4.add (local.get $sum)
          (f32x4.mul (local.get $best) (v128.load (i32.add (local.get $shares) (local.get $column))))))
      (br_if $four
        (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $line))))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
      (f32.add (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum))))))
