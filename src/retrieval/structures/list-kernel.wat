;; Walks lists of numbers (list-arena.ts) and adds up what they say about slots. A list is a chain of pieces. A piece begins with the
;; place of the next one, counted in four bytes from $base, and holds 4, 12, 28 ... 1,020 bytes after it. A number takes two bytes: its
;; lowest byte, and how much its upper part exceeds that of the number before. Of the latter, 247 fills up a piece, 248 to 254 mean
;; that two bytes follow, to which as many times 65,536 are added, and 255 that four bytes with the upper part itself follow.
(module
  (memory (import "memory" "all") 1)

  ;; The upper part of the number before.
  (global $upper (mut i32) (i32.const 0))

  ;; Unpacks the numbers between $at and $end to $to. Returns where the last one ends.
  (func $unpack (param $at i32) (param $end i32) (param $to i32) (result i32)
    (local $upper i32) (local $number i32)
    (local.set $upper (global.get $upper))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $number (i32.load16_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (if (i32.lt_u (local.get $number) (i32.const 0xf700))
          (then
            (local.set $upper
              (i32.add (local.get $upper) (i32.shr_u (local.get $number) (i32.const 8)))))
          (else
            (br_if $next (i32.lt_u (local.get $number) (i32.const 0xf800)))
            (if (i32.lt_u (local.get $number) (i32.const 0xff00))
              (then
                (local.set $upper
                  (i32.add (local.get $upper)
                    (i32.or
                      (i32.shl
                        (i32.sub (i32.shr_u (local.get $number) (i32.const 8)) (i32.const 248))
                        (i32.const 16))
                      (i32.load16_u (local.get $at)))))
                (local.set $at (i32.add (local.get $at) (i32.const 2))))
              (else
                (local.set $upper (i32.load align=2 (local.get $at)))
                (local.set $at (i32.add (local.get $at) (i32.const 4)))))))
        (i32.store (local.get $to)
          (i32.or
            (i32.shl (local.get $upper) (i32.const 8))
            (i32.and (local.get $number) (i32.const 255))))
        (local.set $to (i32.add (local.get $to) (i32.const 4)))
        (br $next)))
    (global.set $upper (local.get $upper))
    (local.get $to))

  (func $begin (export "begin")
    (global.set $upper (i32.const 0)))

  ;; Unpacks the next piece, whose bytes are those that are $left of its list or fewer, to the place 0.
  (func $open (param $at i32) (param $room i32) (param $left i32) (result i32)
    (call $unpack
      (i32.add (local.get $at) (i32.const 4))
      (i32.add
        (i32.add (local.get $at) (i32.const 4))
        (select (local.get $room) (local.get $left) (i32.lt_u (local.get $room) (local.get $left))))
      (i32.const 0)))

  (func (export "open") (param $at i32) (param $room i32) (param $left i32) (result i32)
    (call $open (local.get $at) (local.get $room) (local.get $left)))

  ;; The room of the next piece of a list.
  (func $wider (param $room i32) (result i32)
    (select
      (i32.const 1020)
      (i32.add (i32.shl (local.get $room) (i32.const 1)) (i32.const 4))
      (i32.ge_u (local.get $room) (i32.const 508))))

  ;; Adds to the score of each slot $gain times its strength. A number is `slot << 8 | strength`.
  (func (export "gains")
    (param $base i32) (param $piece i32) (param $left i32) (param $gain f32) (param $scores i32)
    (local $at i32) (local $room i32) (local $end i32) (local $from i32) (local $number i32) (local $score i32)
    (call $begin)
    (local.set $room (i32.const 4))
    (loop $each
      (local.set $at (i32.add (local.get $base) (i32.shl (local.get $piece) (i32.const 2))))
      (local.set $end (call $open (local.get $at) (local.get $room) (local.get $left)))
      (local.set $from (i32.const 0))
      (block $seen
        (loop $numbers
          (br_if $seen (i32.ge_u (local.get $from) (local.get $end)))
          (local.set $number (i32.load (local.get $from)))
          (local.set $score
            (i32.add (local.get $scores)
              (i32.shl (i32.shr_u (local.get $number) (i32.const 8)) (i32.const 2))))
          (f32.store (local.get $score)
            (f32.add
              (f32.load (local.get $score))
              (f32.mul
                (local.get $gain)
                (f32.convert_i32_u (i32.and (local.get $number) (i32.const 255))))))
          (local.set $from (i32.add (local.get $from) (i32.const 4)))
          (br $numbers)))
      (local.set $piece (i32.load (local.get $at)))
      (local.set $left (i32.sub (local.get $left) (local.get $room)))
      (local.set $room (call $wider (local.get $room)))
      (br_if $each (i32.gt_s (local.get $left) (i32.const 0)))))

  ;; Writes the mark, a byte, of each slot that has one to $to. Returns where the last one ends.
  (func (export "marks")
    (param $base i32) (param $piece i32) (param $left i32) (param $marks i32) (param $to i32) (result i32)
    (local $at i32) (local $room i32) (local $end i32) (local $from i32) (local $mark i32)
    (call $begin)
    (local.set $room (i32.const 4))
    (loop $each
      (local.set $at (i32.add (local.get $base) (i32.shl (local.get $piece) (i32.const 2))))
      (local.set $end (call $open (local.get $at) (local.get $room) (local.get $left)))
      (local.set $from (i32.const 0))
      (block $seen
        (loop $numbers
          (br_if $seen (i32.ge_u (local.get $from) (local.get $end)))
          (local.set $mark
            (i32.load8_u
              (i32.add (local.get $marks) (i32.shr_u (i32.load (local.get $from)) (i32.const 8)))))
          (i32.store8 (local.get $to) (local.get $mark))
          (local.set $to (i32.add (local.get $to) (i32.ne (local.get $mark) (i32.const 0))))
          (local.set $from (i32.add (local.get $from) (i32.const 4)))
          (br $numbers)))
      (local.set $piece (i32.load (local.get $at)))
      (local.set $left (i32.sub (local.get $left) (local.get $room)))
      (local.set $room (call $wider (local.get $room)))
      (br_if $each (i32.gt_s (local.get $left) (i32.const 0))))
    (local.get $to))

  ;; Counts each number in a byte at $counts. One that has not been counted yet is counted, and written to $to, only if $new is 1.
  ;; Returns where the last one ends.
  (func (export "counts")
    (param $base i32) (param $piece i32) (param $left i32) (param $counts i32) (param $to i32) (param $new i32)
    (result i32)
    (local $at i32) (local $room i32) (local $end i32) (local $from i32) (local $number i32) (local $count i32)
    (call $begin)
    (local.set $room (i32.const 4))
    (loop $each
      (local.set $at (i32.add (local.get $base) (i32.shl (local.get $piece) (i32.const 2))))
      (local.set $end (call $open (local.get $at) (local.get $room) (local.get $left)))
      (local.set $from (i32.const 0))
      (block $seen
        (loop $numbers
          (br_if $seen (i32.ge_u (local.get $from) (local.get $end)))
          (local.set $number (i32.load (local.get $from)))
          (local.set $count (i32.load8_u (i32.add (local.get $counts) (local.get $number))))
          (i32.store (local.get $to) (local.get $number))
          (local.set $to
            (i32.add (local.get $to)
              (i32.shl (i32.and (i32.eqz (local.get $count)) (local.get $new)) (i32.const 2))))
          (i32.store8
            (i32.add (local.get $counts) (local.get $number))
            (i32.add (local.get $count)
              (i32.or (i32.ne (local.get $count) (i32.const 0)) (local.get $new))))
          (local.set $from (i32.add (local.get $from) (i32.const 4)))
          (br $numbers)))
      (local.set $piece (i32.load (local.get $at)))
      (local.set $left (i32.sub (local.get $left) (local.get $room)))
      (local.set $room (call $wider (local.get $room)))
      (br_if $each (i32.gt_s (local.get $left) (i32.const 0))))
    (local.get $to))

  ;; Multiplies $bytes of scores with their norms, and adds each, to the power 1.25 and times $weight, to its total.
  (func (export "combine")
    (param $scores i32) (param $norms i32) (param $totals i32) (param $bytes i32) (param $weight f32)
    (local $at i32) (local $score v128) (local $weights v128)
    (local.set $weights (f32x4.splat (local.get $weight)))
    (block $done
      (loop $four
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $score
          (f32x4.mul
            (v128.load (i32.add (local.get $scores) (local.get $at)))
            (v128.load (i32.add (local.get $norms) (local.get $at)))))
        (v128.store (i32.add (local.get $scores) (local.get $at)) (local.get $score))
        (v128.store (i32.add (local.get $totals) (local.get $at))
          (f32x4.add
            (v128.load (i32.add (local.get $totals) (local.get $at)))
            (f32x4.mul
              (f32x4.mul (local.get $weights) (local.get $score))
              (f32x4.sqrt (f32x4.sqrt (local.get $score))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $four))))

  ;; Writes the slots whose totals, $bytes of them, are at least $least to $to. Ends early where $room bytes are full.
  (func (export "above")
    (param $totals i32) (param $bytes i32) (param $least f32) (param $to i32) (param $room i32) (result i32)
    (local $at i32) (local $bits i32) (local $full i32) (local $leasts v128)
    (local.set $leasts (f32x4.splat (local.get $least)))
    (local.set $full (i32.add (local.get $to) (local.get $room)))
    (block $done
      (loop $four
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $bits
          (i32x4.bitmask
            (f32x4.ge (v128.load (i32.add (local.get $totals) (local.get $at))) (local.get $leasts))))
        (block $none
          (loop $bit
            (br_if $none (i32.eqz (local.get $bits)))
            (br_if $done (i32.ge_u (local.get $to) (local.get $full)))
            (i32.store (local.get $to)
              (i32.add (i32.shr_u (local.get $at) (i32.const 2)) (i32.ctz (local.get $bits))))
            (local.set $to (i32.add (local.get $to) (i32.const 4)))
            (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
            (br $bit)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $four)))
    (local.get $to)))
