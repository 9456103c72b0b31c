/** What was fitted, as `name=weight`: see `training/scan/README.md`. Data, not to be changed by hand. */
export const FITTED = {
  skill: {
    bias: -4.58,
    weights: `
!against-wish=2.17 !begins-with-order=0.05 !conceals=1.22 !denied=0.09 !every-task=0.83 !hidden=-0.11 !lonely-host=0.26 !long=-0.68 !poses=1.13 !question=-0.25 !quoted=-1.11
!sets-rules-aside=0.6 !shouts=0.11 !table=-1.47 !told=-0.45 ^collect=-0.45 ^delete=0.67 ^falsify=0.64 ^fetch=-0.05 ^grant=0.15 ^override=0.63 ^promote=0.68 ^send=0.31 ^upload=0.26
^weaken=0.41 ^write=0.36 also=0.7 also+choice=-0.18 also+not=-0.13 also+reader=-0.1 also+rules=-0.07 also+tool=-0.08 also+user=-0.14 always=0.87 always+also=0.26 always+any=-0.35
always+attack=0.24 always+choice=0.12 always+consent=-0.46 always+example=-0.15 always+first=0.1 always+instead=0.12 always+not=-0.28 always+previous=-0.09 always+reader=0.34
always+reason=-0.08 always+silent=-0.18 always+task=0.28 always+tool=0.16 always+user=0.1 always+when=0.07 any=1.08 any+also=-0.22 any+attack=-0.2 any+choice=-0.46 any+consent=0.09
any+first=-0.05 any+instead=-0.16 any+not=-0.06 any+previous=0.18 any+reason=0.24 any+rules=0.05 any+silent=0.17 any+task=0.13 any+tool=0.14 any+user=-0.28 attack=-0.32
attack+choice=0.39 choice=-0.1 collect=0.28 collect+also=0.37 collect+always=0.1 collect+any=-0.2 collect+attack=0.28 collect+consent=-0.05 collect+delete=0.13
collect+disclose=-0.24 collect+example=-0.07 collect+falsify=-0.24 collect+fetch=-0.22 collect+files=0.1 collect+first=-0.06 collect+guard=-0.39 collect+instead=-0.22
collect+key=0.06 collect+link=0.31 collect+lock=-0.15 collect+money=-0.07 collect+not=-0.07 collect+our=-0.13 collect+override=0.12 collect+pay=-0.28 collect+personal=-0.27
collect+power=-0.43 collect+previous=0.14 collect+promote=-0.31 collect+reader=-0.1 collect+reason=-0.18 collect+result=0.09 collect+run=-0.09 collect+script=-0.17
collect+secret=0.52 collect+secretPlace=0.13 collect+silent=0.1 collect+startup=-0.19 collect+system=0.12 collect+task=-0.1 collect+tool=0.13 collect+topic=-0.13 collect+user=0.07
collect+weaken=-0.07 collect+when=0.19 collect+write=0.06 consent=0.28 consent+choice=-0.3 consent+example=0.2 delete=-0.33 delete+also=-0.05 delete+always=-0.12
delete+attack=-0.04 delete+choice=0.04 delete+consent=0.07 delete+disclose=0.15 delete+falsify=-0.24 delete+fetch=-0.06 delete+files=0.4 delete+first=-0.07 delete+guard=0.18
delete+instead=-0.17 delete+key=-0.07 delete+lock=0.32 delete+mailbox=0.05 delete+not=0.34 delete+override=-0.15 delete+personal=-0.27 delete+power=-0.15 delete+previous=0.17
delete+promote=-0.06 delete+reader=-0.05 delete+reason=-0.06 delete+remote=0.13 delete+rules=0.37 delete+script=0.2 delete+startup=-0.08 delete+system=-0.07 delete+tool=-0.13
delete+topic=0.08 delete+user=0.13 delete+weaken=-0.12 delete+when=0.31 delete+write=-0.07 disclose=0.12 disclose+also=0.05 disclose+always=-0.05 disclose+attack=-0.11
disclose+choice=-0.11 disclose+consent=-0.3 disclose+example=-0.07 disclose+falsify=-0.06 disclose+files=-0.27 disclose+first=0.08 disclose+guard=-0.25 disclose+link=0.29
disclose+mailbox=0.07 disclose+money=-0.18 disclose+not=0.25 disclose+override=-0.05 disclose+pay=0.29 disclose+personal=-0.24 disclose+power=0.18 disclose+promote=0.08
disclose+reader=-0.07 disclose+reason=0.28 disclose+remote=0.09 disclose+result=0.17 disclose+rules=-0.12 disclose+script=0.26 disclose+secret=-0.3 disclose+silent=-0.07
disclose+startup=-0.08 disclose+system=0.1 disclose+task=-0.25 disclose+tool=0.07 disclose+topic=0.09 disclose+user=0.31 disclose+when=-0.22 example=-0.6 example+choice=-0.05
falsify=-0.28 falsify+also=-0.05 falsify+always=0.18 falsify+attack=-0.06 falsify+choice=0.13 falsify+consent=-0.14 falsify+files=0.13 falsify+first=-0.06 falsify+guard=-0.2
falsify+instead=-0.09 falsify+key=-0.05 falsify+link=-0.14 falsify+lock=-0.06 falsify+mailbox=0.18 falsify+money=0.2 falsify+not=-0.32 falsify+our=0.33 falsify+override=-0.13
falsify+pay=-0.06 falsify+personal=0.31 falsify+power=-0.27 falsify+reader=0.2 falsify+remote=-0.13 falsify+result=0.31 falsify+rules=-0.08 falsify+script=-0.11
falsify+secret=-0.21 falsify+startup=-0.06 falsify+system=-0.18 falsify+task=-0.18 falsify+user=-0.29 falsify+when=0.2 fetch=-0.09 fetch+also=0.13 fetch+always=-0.32
fetch+any=-0.22 fetch+attack=-0.1 fetch+choice=0.21 fetch+consent=0.18 fetch+disclose=-0.17 fetch+example=-0.07 fetch+falsify=0.24 fetch+files=-0.04 fetch+first=0.2
fetch+grant=-0.2 fetch+guard=-0.26 fetch+instead=-0.17 fetch+link=0.65 fetch+lock=-0.21 fetch+money=-0.07 fetch+not=-0.26 fetch+our=0.94 fetch+override=0.06 fetch+pay=-0.15
fetch+personal=-0.14 fetch+power=0.18 fetch+previous=-0.09 fetch+promote=-0.19 fetch+reader=0.06 fetch+reason=-0.21 fetch+result=-0.28 fetch+script=-0.11 fetch+secret=0.07
fetch+silent=-0.04 fetch+startup=0.14 fetch+system=-0.21 fetch+task=-0.12 fetch+tool=-0.12 fetch+topic=-0.11 fetch+upload=0.14 fetch+weaken=-0.06 fetch+when=0.2 fetch+write=0.28
files=0.32 files+also=0.18 files+always=0.25 files+any=0.15 files+attack=0.06 files+choice=0.18 files+consent=-0.07 files+first=-0.16 files+guard=0.12 files+instead=-0.16
files+link=-0.19 files+mailbox=0.28 files+money=-0.15 files+not=-0.21 files+our=0.09 files+power=-0.16 files+previous=-0.05 files+reader=-0.22 files+reason=-0.24 files+remote=0.12
files+result=-0.12 files+rules=-0.1 files+script=0.25 files+silent=0.08 files+startup=-0.27 files+system=0.22 files+task=-0.28 files+tool=0.15 files+topic=0.4 files+upload=0.28
files+when=0.39 first=-0.15 first+instead=-0.08 first+reader=0.11 first+reason=-0.08 first+rules=0.13 first+tool=0.29 grant=0.69 grant+also=-0.09 grant+always=-0.49 grant+any=0.11
grant+attack=-0.11 grant+choice=0.24 grant+consent=-0.13 grant+disclose=-0.23 grant+falsify=0.26 grant+files=0.05 grant+first=0.05 grant+instead=0.56 grant+link=-0.45
grant+lock=-0.14 grant+mailbox=0.21 grant+money=-0.1 grant+not=0.17 grant+our=0.37 grant+override=0.33 grant+personal=0.1 grant+power=0.08 grant+previous=-0.07 grant+reader=-0.28
grant+remote=-0.16 grant+result=-0.26 grant+rules=-0.13 grant+script=-0.07 grant+secret=-0.43 grant+secretPlace=-0.09 grant+startup=-0.12 grant+system=0.05 grant+task=-0.12
grant+tool=-0.13 grant+topic=-0.08 grant+user=-0.31 grant+when=-0.16 guard=0.14 guard+also=-0.04 guard+any=-0.26 guard+attack=-0.05 guard+choice=-0.1 guard+consent=0.26
guard+example=-0.06 guard+first=-0.28 guard+instead=-0.16 guard+link=0.12 guard+mailbox=0.1 guard+money=-0.19 guard+not=0.48 guard+our=-0.27 guard+power=-0.49 guard+previous=-0.12
guard+reader=-0.07 guard+reason=0.09 guard+remote=0.05 guard+result=-0.22 guard+rules=0.21 guard+script=-0.24 guard+secretPlace=-0.07 guard+startup=-0.17 guard+system=0.14
guard+task=-0.17 guard+tool=-0.27 guard+topic=0.1 guard+upload=0.21 guard+user=-0.1 guard+when=-0.2 instead=0.42 instead+example=-0.05 instead+our=-0.04 instead+reason=0.2
key=-0.28 key+always=-0.11 key+any=0.06 key+example=-0.04 key+files=-0.06 key+first=0.06 key+not=-0.14 key+our=0.08 key+personal=0.15 key+power=-0.07 key+reader=0.13 key+remote=0.1
key+task=0.07 key+user=-0.05 key+when=-0.07 link=1.41 link+also=0.27 link+always=0.39 link+any=-0.08 link+attack=-0.11 link+choice=-0.37 link+first=0.23 link+not=-0.24
link+our=0.05 link+reader=-0.24 link+rules=0.09 link+script=-0.28 link+secretPlace=0.19 link+silent=0.14 link+task=0.57 link+tool=-0.24 link+upload=0.16 link+user=0.32
link+when=0.39 lock=0.78 lock+any=0.29 lock+choice=0.14 lock+files=0.29 lock+guard=-0.32 lock+key=-0.06 lock+link=0.27 lock+money=-0.04 lock+not=-0.15 lock+personal=-0.07
lock+power=0.16 lock+reader=0.05 lock+remote=-0.23 lock+rules=-0.12 lock+secret=0.37 lock+startup=-0.06 lock+system=-0.08 lock+task=-0.05 lock+topic=-0.06 lock+user=-0.12
lock+when=-0.18 mailbox=2.11 mailbox+always=0.19 mailbox+any=0.47 mailbox+consent=-0.04 mailbox+first=0.04 mailbox+reader=0.3 mailbox+reason=0.04 mailbox+task=0.27
mailbox+tool=0.13 mailbox+when=0.45 money=0.7 money+also=-0.05 money+always=-0.06 money+any=0.36 money+choice=-0.14 money+consent=0.19 money+instead=0.08 money+link=-0.14
money+mailbox=0.2 money+not=-0.09 money+our=-0.07 money+previous=0.05 money+reader=-0.1 money+remote=0.12 money+result=-0.1 money+task=0.35 money+topic=-0.06 money+user=-0.07
money+when=0.29 not=0.37 not+choice=-0.25 not+consent=-0.07 not+example=-0.12 not+instead=0.36 not+our=-0.3 not+previous=-0.06 not+reader=-0.19 not+reason=0.27 not+rules=-0.14
not+user=0.36 our=0.37 our+attack=-0.14 our+choice=0.42 our+consent=-0.08 our+reason=-0.16 override=0.46 override+also=-0.05 override+any=0.25 override+attack=-0.1
override+choice=-0.18 override+consent=0.12 override+files=-0.24 override+guard=0.3 override+link=0.1 override+not=-0.3 override+our=-0.06 override+power=0.46
override+previous=0.53 override+reader=0.46 override+reason=-0.07 override+remote=-0.11 override+result=-0.1 override+rules=0.3 override+secret=-0.12 override+silent=0.05
override+startup=-0.05 override+task=-0.23 override+tool=-0.07 override+user=-0.17 override+when=-0.1 pay=0.79 pay+always=-0.37 pay+any=0.35 pay+attack=-0.06 pay+choice=0.18
pay+consent=0.29 pay+files=0.14 pay+link=0.06 pay+money=0.33 pay+not=0.13 pay+our=-0.14 pay+personal=-0.17 pay+power=0.14 pay+reader=-0.24 pay+reason=0.08 pay+remote=0.15
pay+result=-0.08 pay+rules=-0.1 pay+startup=-0.09 pay+system=-0.07 pay+task=0.05 pay+tool=-0.04 pay+topic=-0.14 pay+user=0.16 pay+when=-0.11 personal=0.59 personal+also=0.1
personal+always=0.29 personal+any=0.07 personal+attack=-0.13 personal+choice=-0.15 personal+consent=-0.09 personal+example=-0.07 personal+files=0.05 personal+first=0.46
personal+instead=0.08 personal+link=0.68 personal+mailbox=0.14 personal+money=-0.07 personal+not=-0.44 personal+our=0.05 personal+power=-0.29 personal+previous=0.07
personal+reader=-0.1 personal+reason=-0.19 personal+remote=-0.17 personal+result=-0.28 personal+rules=-0.25 personal+script=-0.19 personal+secretPlace=-0.08 personal+system=0.26
personal+task=0.15 personal+tool=0.52 personal+topic=-0.14 personal+upload=0.09 personal+user=-0.25 personal+when=-0.2 power=0.48 power+also=0.13 power+any=0.2 power+attack=-0.15
power+choice=-0.57 power+example=0.14 power+instead=-0.06 power+link=-0.43 power+money=0.42 power+not=-0.2 power+our=0.26 power+reader=0.26 power+reason=-0.07 power+remote=-0.07
power+result=-0.13 power+rules=-0.15 power+script=0.13 power+secretPlace=-0.2 power+silent=-0.15 power+startup=-0.26 power+system=-0.14 power+task=-0.29 power+tool=-0.06
power+topic=-0.24 power+user=-0.41 power+when=0.06 previous=0.37 previous+choice=-0.13 previous+consent=-0.14 previous+instead=-0.1 previous+tool=0.16 promote=-0.26
promote+also=-0.05 promote+always=0.11 promote+any=0.17 promote+choice=0.09 promote+consent=-0.06 promote+falsify=-0.09 promote+files=-0.11 promote+first=-0.08 promote+instead=0.39
promote+key=-0.05 promote+money=-0.08 promote+not=-0.16 promote+our=-0.07 promote+power=0.05 promote+previous=-0.07 promote+reader=-0.06 promote+reason=-0.14 promote+remote=-0.17
promote+result=0.13 promote+rules=0.21 promote+script=-0.08 promote+secret=-0.12 promote+startup=-0.08 promote+system=-0.05 promote+topic=0.55 promote+user=-0.19 promote+when=0.16
reader=0.23 reader+attack=-0.13 reader+consent=0.19 reader+example=-0.06 reader+our=0.09 reader+previous=0.21 reader+reason=-0.07 reader+rules=0.09 reader+tool=-0.15 reason=0.11
reason+attack=-0.12 reason+choice=-0.09 reason+consent=0.11 reason+example=-0.08 remote=0.09 remote+always=0.07 remote+any=0.08 remote+attack=-0.16 remote+choice=-0.1
remote+example=-0.08 remote+first=0.16 remote+instead=-0.18 remote+link=-0.19 remote+mailbox=0.04 remote+not=-0.17 remote+our=0.19 remote+reader=0.09 remote+reason=0.27
remote+rules=-0.17 remote+script=0.07 remote+secretPlace=0.07 remote+silent=-0.11 remote+tool=-0.22 remote+upload=0.09 remote+user=-0.41 remote+when=0.05 result=0.08
result+always=0.35 result+any=0.13 result+attack=0.38 result+choice=0.19 result+consent=-0.13 result+example=-0.05 result+first=-0.05 result+instead=-0.06 result+link=0.04
result+not=-0.06 result+our=0.06 result+previous=-0.09 result+reader=0.22 result+reason=-0.12 result+remote=-0.26 result+script=-0.06 result+secretPlace=0.09 result+task=0.13
result+tool=0.11 result+topic=0.17 result+upload=0.07 result+user=-0.31 result+when=0.28 rules=0.32 rules+attack=-0.07 rules+choice=-0.08 rules+consent=0.17 rules+example=-0.04
rules+instead=0.07 rules+our=-0.04 rules+previous=0.33 rules+tool=-0.12 run=-0.2 run+also=0.06 run+always=0.14 run+any=-0.08 run+attack=-0.16 run+choice=-0.61 run+consent=0.16
run+example=-0.07 run+falsify=-0.19 run+fetch=0.31 run+files=-0.33 run+grant=-0.1 run+instead=-0.29 run+key=0.15 run+link=0.39 run+mailbox=0.15 run+money=0.21 run+not=-0.05
run+override=0.57 run+pay=0.09 run+power=0.07 run+previous=-0.09 run+promote=-0.23 run+reader=-0.18 run+reason=0.22 run+remote=-0.15 run+result=-0.18 run+script=1.04
run+secret=0.18 run+secretPlace=0.05 run+startup=0.12 run+system=0.21 run+task=0.23 run+tool=-0.05 run+topic=-0.21 run+upload=0.05 run+user=-0.15 run+weaken=-0.11 run+write=0.26
script=0.49 script+also=0.04 script+always=0.16 script+any=0.3 script+consent=0.2 script+example=-0.05 script+first=-0.28 script+our=0.32 script+previous=-0.18 script+reader=0.17
script+reason=0.2 script+silent=0.09 script+task=0.19 script+tool=-0.15 script+user=0.23 secret=0.82 secret+always=0.24 secret+any=-0.07 secret+attack=-0.13 secret+choice=0.38
secret+consent=-0.13 secret+example=-0.06 secret+files=0.21 secret+first=0.24 secret+guard=-0.42 secret+instead=-0.15 secret+key=-0.12 secret+link=0.08 secret+not=-0.19
secret+our=0.17 secret+personal=-0.35 secret+previous=-0.05 secret+reader=0.27 secret+reason=-0.06 secret+remote=-0.17 secret+result=-0.07 secret+script=-0.19
secret+secretPlace=0.08 secret+silent=-0.07 secret+startup=0.14 secret+system=-0.15 secret+task=0.26 secret+tool=0.32 secret+topic=-0.09 secret+user=0.19 secret+when=0.22
secretPlace=0.16 secretPlace+attack=-0.05 secretPlace+consent=-0.04 secretPlace+first=0.07 secretPlace+not=-0.28 secretPlace+our=0.08 secretPlace+reader=0.28
secretPlace+reason=0.05 secretPlace+rules=0.04 secretPlace+task=0.09 secretPlace+tool=0.18 secretPlace+user=-0.18 secretPlace+when=0.1 send=0.28 send+always=-0.23 send+any=0.17
send+attack=-0.14 send+consent=-0.23 send+delete=0.2 send+disclose=-0.18 send+example=-0.18 send+falsify=0.24 send+fetch=0.05 send+first=0.15 send+grant=-0.1 send+guard=-0.14
send+instead=-0.11 send+link=0.94 send+lock=0.53 send+mailbox=0.62 send+money=-0.09 send+not=-0.38 send+our=0.11 send+override=-0.11 send+pay=-0.25 send+personal=0.43
send+power=-0.57 send+promote=-0.1 send+reader=0.08 send+reason=0.22 send+remote=0.64 send+rules=0.14 send+run=-0.06 send+secret=-0.06 send+secretPlace=0.09 send+silent=0.15
send+system=-0.16 send+task=-0.12 send+tool=-0.08 send+upload=0.14 send+user=-0.06 send+weaken=-0.09 send+when=0.09 send+write=-0.27 silent=-0.05 silent+choice=-0.04
silent+consent=-0.17 silent+not=-0.18 silent+our=-0.21 silent+reason=0.1 silent+rules=0.08 silent+tool=-0.11 silent+user=-0.06 startup=0.32 startup+also=-0.05 startup+always=-0.09
startup+any=0.22 startup+attack=-0.07 startup+consent=-0.1 startup+instead=-0.07 startup+link=0.46 startup+mailbox=-0.07 startup+not=0.21 startup+our=-0.09 startup+reader=0.05
startup+remote=-0.07 startup+rules=0.1 startup+script=0.24 startup+secretPlace=-0.08 startup+silent=0.05 startup+task=-0.28 startup+tool=-0.08 startup+user=-0.19 startup+when=-0.23
system=0.1 system+also=-0.08 system+always=0.05 system+any=0.11 system+choice=-0.12 system+first=0.16 system+instead=-0.06 system+money=-0.06 system+not=-0.28 system+our=-0.13
system+previous=-0.11 system+reader=0.17 system+reason=-0.18 system+remote=0.14 system+result=-0.09 system+script=0.14 system+silent=-0.06 system+task=0.19 system+tool=-0.04
system+topic=-0.13 system+user=-0.15 system+when=0.15 task=0.27 task+also=-0.21 task+attack=0.3 task+choice=-0.09 task+consent=-0.13 task+example=-0.13 task+first=0.14
task+instead=0.21 task+not=-0.13 task+our=-0.14 task+previous=-0.2 task+reader=-0.26 task+reason=0.28 task+rules=-0.2 task+tool=0.3 task+user=-0.44 tool=-0.47 tool+instead=0.44
tool+our=-0.06 tool+reason=0.26 topic=0.64 topic+any=0.46 topic+attack=-0.05 topic+consent=-0.07 topic+first=0.05 topic+instead=-0.17 topic+link=0.06 topic+not=-0.07
topic+previous=-0.05 topic+reader=-0.22 topic+reason=-0.14 topic+rules=0.13 topic+script=-0.05 topic+secretPlace=0.04 topic+silent=0.1 topic+task=-0.07 topic+tool=-0.04
topic+user=-0.25 topic+when=0.28 upload=0.27 upload+our=0.1 user=0.91 user+choice=0.22 user+consent=-0.13 user+example=0.12 user+instead=0.26 user+our=-0.13 user+reader=-0.3
user+reason=0.09 user+rules=-0.25 user+tool=-0.12 weaken=-0.21 weaken+also=0.09 weaken+always=0.09 weaken+any=0.31 weaken+choice=-0.16 weaken+consent=-0.07 weaken+disclose=0.07
weaken+example=-0.04 weaken+falsify=-0.1 weaken+files=-0.21 weaken+grant=-0.14 weaken+guard=0.54 weaken+link=-0.08 weaken+not=-0.27 weaken+override=-0.21 weaken+previous=-0.18
weaken+promote=-0.07 weaken+reason=0.52 weaken+remote=0.08 weaken+result=-0.12 weaken+rules=-0.14 weaken+secret=0.21 weaken+silent=0.08 weaken+startup=0.41 weaken+system=-0.06
weaken+task=0.08 weaken+tool=-0.06 weaken+topic=-0.04 weaken+user=-0.12 weaken+when=-0.11 when=0.42 when+also=-0.12 when+attack=-0.2 when+choice=-0.14 when+consent=-0.49
when+example=-0.14 when+first=-0.21 when+instead=0.31 when+not=-0.42 when+our=0.26 when+reader=0.23 when+reason=0.14 when+rules=0.39 when+silent=0.05 when+task=-0.09 when+tool=0.55
when+user=-0.34 write=-0.38 write+also=-0.15 write+always=0.07 write+any=0.15 write+attack=-0.16 write+choice=-0.1 write+consent=0.06 write+disclose=-0.26 write+example=0.07
write+falsify=-0.15 write+files=0.1 write+first=-0.11 write+grant=0.17 write+guard=0.13 write+instead=0.05 write+key=-0.11 write+link=0.74 write+lock=0.29 write+mailbox=0.31
write+money=0.05 write+not=-0.2 write+our=0.13 write+override=0.05 write+pay=0.33 write+personal=0.29 write+power=0.23 write+reader=-0.26 write+reason=0.08 write+remote=0.07
write+result=-0.12 write+rules=0.12 write+script=-0.34 write+secret=0.12 write+secretPlace=-0.28 write+silent=0.12 write+startup=0.18 write+system=-0.06 write+task=-0.19
write+tool=0.04 write+topic=0.08 write+weaken=0.17 write+when=0.11 ~always=0.05 ~any=0.08 ~attack=-0.69 ~choice=-0.22 ~collect=-0.32 ~consent=-0.18 ~delete=-0.09 ~disclose=0.05
~example=-0.44 ~falsify=-0.38 ~fetch=-0.24 ~grant=-0.24 ~guard=-0.28 ~instead=0.2 ~key=-0.37 ~link=0.13 ~lock=-0.21 ~mailbox=0.24 ~money=0.1 ~not=-0.28 ~our=0.32 ~override=0.28
~pay=-0.12 ~previous=-0.07 ~promote=-0.2 ~reader=-0.14 ~reason=-0.21 ~remote=-0.35 ~result=-0.34 ~rules=-0.33 ~run=-0.24 ~script=0.17 ~secret=0.09 ~secretPlace=-0.05 ~send=-0.21
~silent=-0.13 ~startup=-0.32 ~system=-0.17 ~task=-0.13 ~tool=0.47 ~weaken=-0.29 ~when=-0.15 ~write=-0.32
`,
  },
  tool: {
    bias: -3.67,
    weights: `
!against-wish=1.07 !conceals=1.14 !denied=0.15 !every-task=0.66 !foreign-words=0.25 !hidden=-0.09 !lonely-host=0.32 !long=-0.56 !poses=0.48 !question=-0.15 !quoted=-0.65
!sets-rules-aside=0.4 !table=-1.24 !told=-0.47 ^collect=-0.83 ^delete=0.58 ^falsify=0.55 ^fetch=-0.07 ^grant=0.29 ^lock=0.06 ^override=0.62 ^promote=0.45 ^run=0.07 ^send=0.27
^upload=0.2 ^weaken=0.39 ^write=0.28 also=0.5 also+choice=-0.09 also+not=-0.05 also+user=-0.06 always=0.97 always+also=0.21 always+any=-0.32 always+attack=0.12 always+choice=0.06
always+consent=-0.32 always+example=-0.07 always+first=0.06 always+instead=0.06 always+not=-0.1 always+reader=0.18 always+silent=-0.09 always+task=0.27 always+tool=0.05
always+when=0.07 any=1.11 any+also=-0.04 any+attack=-0.07 any+choice=-0.29 any+consent=0.09 any+not=-0.1 any+our=-0.08 any+previous=0.16 any+reason=0.11 any+silent=0.12
any+task=0.17 any+tool=0.05 any+user=-0.25 any+when=0.16 attack=-0.21 attack+choice=0.15 choice=-0.12 collect=0.13 collect+also=0.16 collect+always=0.18 collect+any=-0.14
collect+attack=0.24 collect+choice=0.04 collect+disclose=-0.25 collect+example=-0.07 collect+falsify=-0.13 collect+fetch=-0.17 collect+files=0.17 collect+first=-0.11
collect+grant=0.05 collect+guard=-0.24 collect+instead=-0.05 collect+link=0.25 collect+lock=-0.07 collect+mailbox=0.04 collect+money=-0.07 collect+not=0.08 collect+our=-0.07
collect+override=0.06 collect+pay=-0.16 collect+personal=-0.23 collect+power=-0.29 collect+promote=-0.1 collect+reader=-0.13 collect+reason=-0.12 collect+remote=-0.08
collect+result=-0.06 collect+secret=0.43 collect+secretPlace=0.14 collect+startup=-0.08 collect+system=0.19 collect+task=-0.08 collect+tool=0.12 collect+topic=-0.08
collect+user=0.1 collect+when=0.19 collect+write=0.08 consent=0.3 consent+choice=-0.19 consent+example=0.08 delete=-0.1 delete+always=-0.07 delete+choice=-0.07 delete+consent=0.05
delete+falsify=-0.08 delete+files=0.33 delete+guard=0.1 delete+instead=-0.05 delete+lock=0.18 delete+not=0.14 delete+override=-0.05 delete+personal=-0.08 delete+power=-0.09
delete+remote=0.13 delete+rules=0.17 delete+run=0.05 delete+script=0.06 delete+task=-0.08 delete+topic=0.05 delete+weaken=-0.05 delete+when=0.16 delete+write=-0.05 disclose=0.21
disclose+any=-0.04 disclose+attack=-0.09 disclose+consent=-0.26 disclose+example=-0.06 disclose+files=-0.27 disclose+guard=-0.16 disclose+instead=-0.05 disclose+link=0.17
disclose+mailbox=0.06 disclose+money=-0.05 disclose+not=0.29 disclose+our=-0.05 disclose+pay=0.15 disclose+personal=-0.27 disclose+power=0.06 disclose+remote=-0.07
disclose+result=0.06 disclose+script=0.1 disclose+secret=-0.18 disclose+silent=-0.08 disclose+task=-0.22 disclose+user=0.2 disclose+when=-0.17 example=-0.49 example+choice=-0.05
falsify=-0.25 falsify+always=0.06 falsify+any=-0.04 falsify+choice=0.11 falsify+consent=-0.07 falsify+files=0.08 falsify+first=-0.07 falsify+guard=-0.12 falsify+instead=-0.06
falsify+mailbox=0.09 falsify+money=0.1 falsify+not=-0.19 falsify+our=0.2 falsify+override=-0.08 falsify+personal=0.14 falsify+power=-0.13 falsify+reader=0.11 falsify+result=0.12
falsify+rules=-0.04 falsify+secret=-0.09 falsify+system=-0.06 falsify+task=-0.17 falsify+topic=-0.05 falsify+user=-0.14 fetch=-0.08 fetch+also=0.05 fetch+always=-0.14
fetch+any=-0.13 fetch+attack=-0.1 fetch+choice=0.17 fetch+consent=0.24 fetch+example=-0.06 fetch+falsify=0.14 fetch+files=-0.04 fetch+guard=-0.23 fetch+link=0.33 fetch+lock=-0.04
fetch+not=-0.19 fetch+our=0.59 fetch+personal=-0.1 fetch+power=0.13 fetch+promote=-0.04 fetch+reader=0.05 fetch+reason=-0.04 fetch+result=-0.15 fetch+script=-0.05
fetch+startup=0.08 fetch+system=-0.11 fetch+tool=-0.08 fetch+upload=0.1 fetch+user=-0.13 fetch+when=0.07 fetch+write=0.24 files=0.19 files+also=0.15 files+always=0.3 files+any=0.21
files+choice=0.14 files+first=-0.18 files+guard=0.14 files+instead=-0.07 files+link=-0.06 files+mailbox=0.18 files+not=-0.27 files+our=0.14 files+power=-0.14 files+reader=-0.17
files+reason=-0.09 files+remote=0.12 files+result=-0.07 files+rules=-0.14 files+script=0.15 files+secretPlace=0.07 files+silent=0.09 files+startup=-0.09 files+system=0.06
files+task=-0.26 files+tool=0.06 files+topic=0.22 files+upload=0.11 files+user=-0.12 files+when=0.32 first=-0.05 first+choice=0.17 first+not=-0.1 first+our=0.04 first+reader=0.14
grant=0.52 grant+always=-0.23 grant+any=0.08 grant+attack=-0.08 grant+choice=0.26 grant+disclose=-0.11 grant+example=-0.05 grant+falsify=0.19 grant+first=0.08 grant+instead=0.29
grant+link=-0.21 grant+mailbox=0.09 grant+not=0.05 grant+our=0.29 grant+override=0.16 grant+power=0.05 grant+reader=-0.04 grant+reason=-0.06 grant+remote=-0.16 grant+result=-0.1
grant+rules=-0.08 grant+secret=-0.2 grant+secretPlace=-0.05 grant+startup=-0.06 grant+task=0.09 grant+tool=-0.1 grant+user=-0.14 guard=0.11 guard+always=0.11 guard+any=-0.09
guard+choice=-0.15 guard+consent=0.19 guard+example=-0.05 guard+first=-0.08 guard+instead=-0.05 guard+link=0.09 guard+mailbox=0.1 guard+money=-0.05 guard+not=0.28 guard+our=-0.12
guard+power=-0.27 guard+reader=-0.08 guard+reason=0.12 guard+remote=0.05 guard+result=-0.16 guard+rules=0.12 guard+secretPlace=-0.07 guard+startup=-0.07 guard+task=-0.17
guard+tool=-0.12 guard+topic=0.12 guard+upload=0.07 guard+user=-0.18 guard+when=-0.07 instead=0.38 instead+consent=-0.06 instead+reason=0.05 key=-0.19 key+any=0.05 key+not=-0.1
key+personal=0.06 key+reader=0.07 link=1.5 link+also=0.06 link+always=0.14 link+attack=-0.07 link+choice=-0.12 link+first=0.05 link+not=-0.13 link+reader=-0.19 link+reason=0.04
link+rules=0.08 link+script=-0.1 link+silent=0.07 link+task=0.31 link+tool=-0.14 link+upload=0.11 link+user=0.23 link+when=0.17 lock=0.51 lock+any=0.11 lock+choice=0.04
lock+files=0.23 lock+guard=-0.12 lock+link=0.15 lock+not=-0.05 lock+power=0.09 lock+remote=-0.05 lock+secret=0.19 mailbox=1.51 mailbox+always=0.13 mailbox+any=0.22
mailbox+choice=0.05 mailbox+reader=0.16 mailbox+task=0.15 mailbox+tool=0.07 mailbox+user=0.04 mailbox+when=0.22 money=0.52 money+any=0.19 money+consent=0.06 money+mailbox=0.13
money+remote=0.08 money+result=-0.06 money+task=0.2 money+when=0.17 not=0.34 not+attack=-0.05 not+choice=-0.22 not+consent=-0.07 not+example=-0.05 not+instead=0.2 not+our=-0.12
not+previous=-0.08 not+reader=-0.13 not+reason=0.11 not+rules=-0.09 not+tool=-0.08 not+user=0.35 our=0.39 our+attack=-0.05 our+choice=0.22 our+reason=-0.06 override=0.56
override+always=-0.11 override+any=0.12 override+attack=-0.05 override+choice=-0.08 override+consent=0.07 override+files=-0.13 override+guard=0.17 override+not=-0.14
override+our=-0.07 override+power=0.24 override+previous=0.35 override+reader=0.32 override+reason=-0.07 override+remote=-0.09 override+rules=0.27 override+secret=-0.05
override+system=0.08 override+task=-0.13 override+when=-0.04 pay=0.61 pay+always=-0.1 pay+any=0.27 pay+choice=0.17 pay+consent=0.14 pay+files=0.07 pay+guard=0.04 pay+money=0.23
pay+not=0.12 pay+our=-0.04 pay+personal=-0.05 pay+power=0.19 pay+reader=-0.08 pay+reason=0.07 pay+remote=0.15 pay+topic=-0.06 pay+user=0.13 pay+when=-0.04 personal=0.5
personal+always=0.3 personal+any=0.06 personal+attack=-0.08 personal+choice=-0.08 personal+consent=-0.09 personal+example=-0.06 personal+files=0.07 personal+first=0.19
personal+instead=0.08 personal+link=0.37 personal+mailbox=0.08 personal+not=-0.27 personal+our=0.05 personal+power=-0.18 personal+reader=-0.08 personal+reason=-0.1
personal+result=-0.13 personal+rules=-0.15 personal+secretPlace=-0.06 personal+system=0.19 personal+tool=0.25 personal+topic=-0.05 personal+user=-0.21 power=0.47 power+any=0.14
power+attack=-0.09 power+choice=-0.29 power+consent=-0.05 power+example=0.07 power+instead=-0.06 power+link=-0.15 power+money=0.23 power+not=-0.08 power+our=0.28
power+previous=-0.05 power+reader=0.2 power+reason=-0.08 power+script=0.08 power+secretPlace=-0.11 power+silent=-0.08 power+startup=-0.06 power+task=-0.31 power+topic=-0.11
power+user=-0.27 power+when=-0.13 previous=0.38 previous+choice=-0.05 promote=-0.17 promote+always=0.07 promote+any=0.21 promote+consent=-0.05 promote+files=-0.07
promote+guard=0.05 promote+instead=0.14 promote+not=-0.05 promote+power=-0.05 promote+reason=-0.08 promote+remote=-0.12 promote+result=0.05 promote+rules=0.12 promote+script=-0.07
promote+secret=-0.06 promote+topic=0.25 promote+user=-0.1 promote+when=0.11 reader=0.18 reader+attack=-0.09 reader+choice=0.09 reader+example=-0.07 reader+our=0.1
reader+previous=0.24 reader+rules=0.17 reader+tool=-0.16 reason=0.13 reason+attack=-0.04 reason+consent=0.07 remote=0.08 remote+choice=-0.07 remote+example=-0.05 remote+first=0.08
remote+instead=-0.12 remote+link=-0.14 remote+mailbox=0.06 remote+not=-0.16 remote+our=0.05 remote+reason=0.16 remote+rules=-0.08 remote+secretPlace=0.05 remote+silent=-0.04
remote+task=-0.1 remote+tool=-0.18 remote+upload=0.04 remote+user=-0.26 result=0.12 result+also=0.04 result+always=0.19 result+attack=0.18 result+choice=0.07 result+consent=-0.08
result+first=-0.07 result+reader=0.19 result+remote=-0.13 result+rules=0.09 result+secretPlace=0.06 result+task=0.15 result+topic=0.07 result+user=-0.12 result+when=0.18 rules=0.41
rules+attack=-0.09 rules+choice=-0.1 rules+consent=0.11 rules+our=-0.07 rules+previous=0.16 rules+tool=-0.05 run=-0.34 run+always=0.11 run+attack=-0.08 run+choice=-0.3
run+disclose=0.05 run+example=-0.06 run+falsify=-0.09 run+fetch=0.22 run+files=-0.2 run+first=0.06 run+instead=-0.08 run+key=0.06 run+link=0.33 run+mailbox=0.1 run+money=0.12
run+not=-0.12 run+override=0.23 run+pay=0.06 run+personal=0.1 run+power=0.11 run+promote=-0.08 run+reader=-0.11 run+reason=0.14 run+remote=0.06 run+result=-0.06 run+rules=-0.09
run+script=0.63 run+secret=0.1 run+silent=-0.05 run+startup=0.06 run+system=0.12 run+task=0.22 run+user=-0.12 run+weaken=-0.05 run+when=0.08 run+write=0.34 script=0.58
script+always=0.1 script+any=0.2 script+consent=0.09 script+our=0.08 script+reader=0.05 script+reason=0.07 script+task=0.21 script+user=0.11 script+when=0.04 secret=0.82
secret+always=0.17 secret+any=0.07 secret+choice=0.28 secret+files=0.18 secret+first=0.05 secret+guard=-0.25 secret+instead=-0.05 secret+key=-0.04 secret+link=0.07 secret+not=-0.11
secret+personal=-0.22 secret+reader=0.14 secret+reason=-0.06 secret+remote=-0.04 secret+secretPlace=0.08 secret+startup=0.08 secret+system=-0.09 secret+task=0.24 secret+tool=0.2
secret+user=0.14 secret+when=0.16 secretPlace=0.16 secretPlace+consent=-0.04 secretPlace+not=-0.09 secretPlace+our=0.04 secretPlace+reader=0.1 secretPlace+tool=0.1
secretPlace+user=-0.12 secretPlace+when=0.12 send=0.56 send+always=-0.17 send+attack=0.07 send+collect=0.12 send+consent=-0.13 send+delete=0.15 send+disclose=-0.25
send+example=-0.09 send+falsify=0.13 send+grant=-0.15 send+guard=-0.1 send+instead=-0.04 send+link=0.63 send+lock=0.25 send+mailbox=0.51 send+money=-0.06 send+not=-0.31
send+override=-0.1 send+pay=-0.14 send+personal=0.35 send+power=-0.36 send+promote=-0.06 send+reader=0.04 send+reason=0.19 send+remote=0.42 send+run=-0.06 send+secretPlace=0.05
send+silent=0.14 send+task=-0.18 send+upload=0.1 send+user=0.11 send+weaken=-0.06 send+when=-0.11 send+write=-0.17 silent+consent=-0.09 silent+not=-0.13 silent+our=-0.11
silent+user=-0.05 startup=0.2 startup+any=0.12 startup+consent=-0.05 startup+link=0.2 startup+not=0.09 startup+script=0.11 startup+system=-0.04 startup+task=-0.09
startup+user=-0.05 startup+when=-0.06 system=0.33 system+always=0.06 system+attack=0.05 system+choice=-0.1 system+first=0.06 system+not=-0.18 system+our=-0.07 system+previous=-0.04
system+reader=0.12 system+reason=-0.07 system+remote=0.17 system+rules=0.1 system+script=0.05 system+task=0.04 system+topic=-0.07 system+user=-0.06 system+when=0.1 task=0.26
task+also=-0.1 task+attack=0.19 task+consent=-0.11 task+example=-0.09 task+first=0.16 task+instead=0.07 task+not=-0.07 task+our=-0.14 task+previous=-0.08 task+reader=-0.07
task+reason=0.07 task+rules=-0.14 task+tool=0.18 task+user=-0.35 tool=-0.23 tool+instead=0.25 tool+reason=0.1 topic=0.47 topic+also=-0.05 topic+any=0.29 topic+consent=-0.05
topic+instead=-0.07 topic+reader=-0.11 topic+reason=-0.1 topic+rules=0.08 topic+script=-0.06 topic+silent=0.04 topic+task=-0.05 topic+user=-0.12 topic+when=0.14 upload=0.2
upload+our=0.04 user=0.95 user+choice=0.14 user+consent=-0.13 user+example=0.05 user+instead=0.11 user+our=-0.08 user+previous=-0.07 user+reader=-0.24 user+reason=-0.04
user+rules=-0.11 user+tool=-0.15 weaken=-0.04 weaken+also=0.08 weaken+any=0.15 weaken+choice=-0.11 weaken+falsify=-0.04 weaken+files=-0.07 weaken+grant=-0.05 weaken+guard=0.4
weaken+not=-0.17 weaken+override=-0.13 weaken+power=-0.04 weaken+previous=-0.04 weaken+reason=0.24 weaken+remote=0.06 weaken+result=-0.05 weaken+rules=-0.07 weaken+secret=0.08
weaken+startup=0.17 weaken+task=0.04 weaken+user=-0.08 weaken+when=-0.09 when=0.49 when+also=-0.04 when+attack=-0.11 when+choice=-0.05 when+consent=-0.32 when+example=-0.09
when+instead=0.2 when+not=-0.35 when+our=0.13 when+previous=0.06 when+reader=0.2 when+rules=0.2 when+task=-0.16 when+tool=0.37 when+user=-0.38 write=-0.49 write+also=-0.04
write+always=0.21 write+any=0.29 write+attack=-0.09 write+choice=-0.13 write+consent=0.07 write+disclose=-0.23 write+falsify=-0.13 write+files=0.05 write+grant=0.14
write+guard=0.15 write+instead=0.1 write+key=-0.07 write+link=0.57 write+lock=0.17 write+mailbox=0.19 write+money=0.07 write+not=-0.21 write+our=0.1 write+pay=0.28
write+personal=0.34 write+power=0.23 write+reader=-0.32 write+reason=0.08 write+remote=0.06 write+result=-0.06 write+script=-0.07 write+secret=0.18 write+secretPlace=-0.13
write+silent=0.04 write+startup=0.12 write+task=-0.2 write+topic=0.15 write+user=0.06 write+when=0.19 ~always=0.05 ~any=0.09 ~attack=-0.45 ~choice=-0.07 ~collect=-0.31
~consent=-0.24 ~delete=-0.11 ~disclose=0.09 ~example=-0.25 ~falsify=-0.33 ~fetch=-0.3 ~files=-0.08 ~first=0.07 ~grant=-0.24 ~guard=-0.26 ~instead=0.12 ~key=-0.24 ~link=0.13
~lock=-0.17 ~mailbox=0.28 ~money=0.07 ~not=-0.29 ~our=0.25 ~override=0.19 ~pay=-0.13 ~power=0.08 ~promote=-0.1 ~reader=-0.13 ~reason=-0.12 ~remote=-0.35 ~result=-0.3 ~rules=-0.22
~run=-0.14 ~script=0.2 ~secret=0.28 ~secretPlace=0.19 ~send=-0.19 ~startup=-0.16 ~system=-0.08 ~task=-0.2 ~tool=0.45 ~user=-0.09 ~weaken=-0.22 ~when=-0.18 ~write=-0.24
`,
  },
} as const;
