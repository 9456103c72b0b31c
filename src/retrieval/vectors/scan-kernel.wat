;; Dot products of vectors, sixteen numbers at a time.
(module
  (memory (import "memory" "all") 1)

  ;; One vector of int8 numbers with many. Of each row, $stride bytes long, the first $width are compared.
  ;; Two products of int8 numbers within ±127 fit into sixteen bits together, so each step widens only once.
  (func (export "scan")
    (param $query i32) (param $rows i32) (param $scales i32) (param $out i32) (param $count i32) (param $width i32) (param $stride i32)
    (local $row i32) (local $at i32) (local $a v128) (local $b v128) (local $sum v128)
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $at (i32.const 0))
        (loop $step
          (local.set $a (v128.load (i32.add (local.get $query) (local.get $at))))
          (local.set $b (v128.load (i32.add (local.get $rows) (local.get $at))))
          (local.set $sum
            (i32x4.add (local.get $sum)
              (i32x4.extadd_pairwise_i16x8_s
                (i16x8.add
                  (i16x8.extmul_low_i8x16_s (local.get $a) (local.get $b))
                  (i16x8.extmul_high_i8x16_s (local.get $a) (local.get $b))))))
          (br_if $step
            (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $width))))
        (f32.store (local.get $out)
          (f32.mul
            (f32.load (local.get $scales))
            (f32.convert_i32_s
              (i32.add
                (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))))
        (local.set $rows (i32.add (local.get $rows) (local.get $stride)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $each))))

  ;; One vector of int16 numbers with one of int8 numbers: a query in finer steps, for a few rows.
  (func (export "dot") (param $query i32) (param $row i32) (param $width i32) (result i32)
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
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum))))))
