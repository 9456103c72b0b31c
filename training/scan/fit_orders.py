"""Fits the weights of the scan for orders. Usage: fit_orders.py fit SKILL_SHARE TOOL_SHARE SKILLS PENALTY HARD TOOLS, beside rows.txt and names.json."""
import numpy as np, json, collections, sys
from scipy.sparse import csr_matrix
from scipy.optimize import minimize
names=json.load(open("names.json")); F=len(names)
y=[];w=[];bag=[];ind=[];ptr=[0]
for l in open("rows.txt"):
    a,b,c,d=l.rstrip("\n").split(" ")
    y.append(int(a));w.append(float(b));bag.append(c); ind.extend(int(x) for x in d.split(",") if x); ptr.append(len(ind))
X0=csr_matrix((np.ones(len(ind),np.float32),ind,ptr),shape=(len(y),F))
y=np.array(y);w0=np.array(w);bag=np.array(bag)
kind=np.array([b[0] for b in bag]); fold=np.array([int(b[1]) for b in bag])
cnt=np.asarray(X0.sum(0)).ravel(); posc=np.asarray(X0[y==1].sum(0)).ravel()
keep=(cnt>=8)&((posc>=3)|(cnt>=100)); X=X0[:,keep]; nm=[n for n,k in zip(names,keep) if k]
bags=collections.defaultdict(list)
for i in np.where(y==1)[0]: bags[bag[i]].append(i)
neg=y==0
def train(ww,hard,lam,sel):
    ww=ww.copy(); reg=np.array([lam*(2.0 if '+' in n else 1.0) for n in nm])
    def fit(mask,start):
        Xm=X[mask];s=2*y[mask]-1;wm=ww[mask]
        def f(p):
            z=(Xm@p[:-1]+p[-1])*s
            g=-wm*s/(1+np.exp(np.clip(z,-50,50)))
            return (wm*np.logaddexp(0,-z)).sum()+0.5*(reg*p[:-1]**2).sum(), np.append(Xm.T@g+reg*p[:-1],g.sum())
        return minimize(f,start,jac=True,method="L-BFGS-B",options=dict(maxiter=80)).x
    base=ww[neg].copy()
    p=fit(sel,np.zeros(X.shape[1]+1))
    for it in range(2):
        z=X@p[:-1]+p[-1]; mask=neg.copy()
        for b,ix in bags.items():
            ix=np.array(ix); mask[ix[np.argmax(z[ix])]]=True
        mask&=sel
        ww[neg]=base*(1+hard*(z[neg]>np.quantile(z[neg],0.99)))
        p=fit(mask,p)
    return p
def oof(ww,hard,lam):
    z=np.zeros(len(y))
    for f in (0,1):
        p=train(ww,hard,lam,fold!=f); z[fold==f]=(X[fold==f]@p[:-1]+p[-1])
    return z
def maxima(z):
    bm=collections.defaultdict(lambda:-99.)
    for b,v in zip(bag,z):
        if v>bm[b]: bm[b]=v
    return bm
def report(z,k,N,fprs):
    bm=maxima(z); srt=np.sort([v for b,v in bm.items() if b[0]==k])[::-1]
    for fpr in fprs:
        th=srt[int(N*fpr)]; res=collections.defaultdict(list)
        for b,v in bm.items():
            if b[0]=='P': res[b[3:].split(':')[0]].append(v>th)
        print(k,fpr,round(float(th),2),{a:round(float(np.mean(v)),2) for a,v in res.items()},flush=True)
    return srt
NB=int(sys.argv[4]); NT=int(sys.argv[7])
def pack(p,th): return {"bias":round(float(p[-1])-th,2),"weights":dict(sorted((n,round(float(v),2)) for n,v in zip(nm,p[:-1]) if abs(v)>=0.04))}
ws=w0.copy(); ws[neg]=0.02
wt=w0.copy(); wt[kind=='B']=0.002; wt[kind=='T']=0.05
wt[np.array(['_payloads' in b for b in bag])]*=2; wt[np.array(['_shared' in b or '_harish' in b for b in bag])]*=3
if sys.argv[1]=="cv":
    for lam in (3,8,20):
        for hard in (0,10,30):
            print("lam",lam,"hard",hard); report(oof(ws,hard,lam),'B',NB,(0.005,0.01)); 
    for lam in (3,10):
        print("tool",lam); report(oof(wt,10,lam),'T',NT,(0.003,0.005,0.01))
else:
    lam,hard=float(sys.argv[5]),float(sys.argv[6]); out={}; al=np.ones(len(y),bool)
    p=train(ws,hard,lam,al); z=X@p[:-1]+p[-1]; srt=report(z,'B',NB,(0.002,0.0035,0.005,0.01)); out["skill"]=pack(p,float(srt[int(NB*float(sys.argv[2]))]))
    p=train(wt,10,lam,al); z=X@p[:-1]+p[-1]; srt=report(z,'T',NT,(0.002,0.003,0.005,0.01)); out["tool"]=pack(p,float(srt[int(NT*float(sys.argv[3]))]))
    json.dump(out,open("weights.json","w"),indent=1,ensure_ascii=False); open("weights.json","a").write("\n")
    print(len(out["skill"]["weights"]),len(out["tool"]["weights"]))
